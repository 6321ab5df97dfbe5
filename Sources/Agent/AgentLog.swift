import Outbox
import Positioning
import Receiver
import Runtime

/// What of the agent's events goes to the log, and in which words.
struct AgentLog {
    let log: Log

    /// The end; `lost` fixes could not be stored in time.
    func noteEnd(lost: Int) {
        if lost > 0 { log.error("\(lost) kept fixes could not be stored before the end, and are lost.") }
        log.notice("waypost-agent has ended.")
    }

    /// An event of the Receiver.
    func note(_ event: ReceiverEvent) {
        switch event {
        case .connected(let version):
            log.notice("gpsd \(version) answers.")
        case .disconnected(let error):
            log.warning(error.description)
        case .trust(.trusted):
            log.notice("The receiver's time is trusted; fixes are stamped.")
        case .trust(let trust):
            log.notice("The receiver's time is \(trust.rawValue); no fix is stamped until it is trusted.")
        case .reanchored(let milliseconds):
            log.warning("The receiver's time was wrong by \(milliseconds) ms and is set anew.")
        case .clockBehind(let milliseconds, let isOverruled):
            let rest =
                isOverruled
                ? "the receiver's time has gone on for long and stays in use."
                : "epochs are dropped (future) until the two agree."
            log.warning(
                "The system clock is synchronised, and \(milliseconds / 3_600_000) h behind the receiver's time; "
                    + rest + " Is the time server right?")
        case .silent:
            log.warning("The receiver has fallen silent: there is no fix.")
        case .deviceLost(let path):
            log.warning("gpsd lost the receiver \(path): there is no fix from it. Is it plugged in and powered?")
        case .refused(let message):
            log.warning("gpsd refused: \(message)")
        case .unreadable(let line):
            log.warning("A line of gpsd was skipped: \(line.rawValue).")
        case .dropped(let reason):
            log.debug("An epoch was dropped: \(reason.rawValue).")
        case .fix:
            break
        }
    }

    /// An event of the Recorder.
    func note(_ event: RecorderEvent) {
        switch event {
        case .opened(_, let isPaused):
            if isPaused { log.notice("Recording is paused; waypost resume starts it again.") }
        case .stored(let count):
            log.debug("\(count) fixes were stored.")
        case .salvaged(let report):
            log.error(report.description)
        case .failed(let error, let waiting):
            log.error("\(error) Fixes wait in RAM (\(waiting) now, at most \(Waiting.capacity)).")
        case .refused:
            break
        case .recovered:
            log.notice("The outbox can be written again.")
        case .shed(let count, .age):
            log.warning("\(count) pending fixes older than outbox.max-age were shed.")
        case .shed(let count, .size):
            log.warning(
                "\(count) of the oldest pending fixes were dropped to stay below outbox.max-size, or what the disk has."
            )
        case .shed(let count, .thinned):
            log.warning(
                "\(count) pending fixes were thinned out to stay below outbox.max-size, or what the disk has.")
        case .shed(let count, .damage):
            log.error("\(count) pending fixes were lost with damaged pages.")
        case .copyRemoved(let path):
            log.warning("The disk is short of room; \(path), a damaged outbox that was moved aside, is removed.")
        case .ballast(true):
            log.notice("Room is set aside beside the outbox, for when the disk is full.")
        case .ballast(false):
            log.warning(
                "The disk is full. What was set aside beside the outbox is given up for it; recording goes on, and old "
                    + "fixes are thinned. Make room.")
        case .acknowledged(.begunAnew):
            log.warning(
                "The outbox went back in time, as a restored copy does; acknowledgements no longer count for it, and "
                    + "what is pending will be sent again.")
        case .acknowledged:
            log.debug("Acknowledgements were copied.")
        case .deliveryUnreadable(let error):
            log.warning(error.description)
        }
    }
}
