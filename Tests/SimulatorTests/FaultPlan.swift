import AmazonLocation
import Transport

@testable import Receiver

/// What goes wrong in a run, and when.
final class FaultPlan {
    private unowned let world: World
    private let end: Int64

    init(_ world: World, until end: Int64) {
        (self.world, self.end) = (world, end)
    }

    /// Puts down between none and two dozen faults; some last.
    func write(into agenda: inout Agenda) {
        let chance = world.chance
        for _ in 0..<chance.number(3...24) {
            let start = chance.number(5000...end)
            let length: Int64 = chance.pick([2000, 20_000, 60_000, 300_000])
            guard let fault = fault(for: length) else { continue }
            world.count(1)
            agenda.add(at: start) { [world] in
                world.trace("fault: \(fault.name)")
                try fault.begin()
            }
            if let over = fault.over, start + length < end { agenda.add(at: start + length) { over() } }
        }
    }

    /// Everything works again.
    func finish() {
        world.trace("the faults end")
        (world.network.trouble, world.service.trouble, world.receiver.trouble) = (nil, nil, nil)
        (world.agentTrouble, world.uploaderTrouble, world.credentialTrouble) = (nil, nil, nil)
        (world.clock.civilOffset, world.clock.isSynchronised) = (0, true)
        for disk in [world.agent?.disk, world.uploader?.disk] { disk?.spare() }
        connect()
    }

    private struct Fault {
        var name: String
        var begin: () throws -> Void
        var over: (() -> Void)?
    }

    private func fault(for length: Int64) -> Fault? {
        let chance = world.chance
        switch chance.number(0...13) {
        case 0, 1: return network(chance.pick(SimulatedNetwork.Trouble.allCases))
        case 2, 3: return service(chance.pick(SimulatedService.Trouble.allCases))
        case 4: return receiver(chance.pick(SimulatedReceiver.Trouble.allCases))
        case 5: return receiver(chance.pick(SimulatedReceiver.Trouble.allCases))
        case 6: return disk(chance.pick(Disk.Trouble.allCases), isAgents: chance.one(in: 2))
        case 7: return disk(chance.pick(Disk.Trouble.allCases), isAgents: true)
        case 8: return kill(chance)
        case 9: return kill(chance)
        case 10: return power(chance)
        case 11: return clock(chance)
        case 12: return credentials(chance)
        default: return operation(chance)
        }
    }

    private func network(_ trouble: SimulatedNetwork.Trouble) -> Fault {
        Fault(name: "network \(trouble)", begin: { [world] in world.network.trouble = trouble }) { [world] in
            world.network.trouble = nil
        }
    }

    private func service(_ trouble: SimulatedService.Trouble) -> Fault {
        Fault(name: "service \(trouble)", begin: { [world] in world.service.trouble = trouble }) { [world] in
            world.service.trouble = nil
        }
    }

    private func receiver(_ trouble: SimulatedReceiver.Trouble) -> Fault {
        Fault(name: "receiver \(trouble)", begin: { [world] in world.receiver.trouble = trouble }) { [world] in
            world.receiver.trouble = nil
        }
    }

    private func disk(_ trouble: Disk.Trouble, isAgents: Bool) -> Fault {
        isAgents
            ? Fault(name: "disk of the agent \(trouble)", begin: { [world] in world.agentTrouble = trouble }) {
                [world] in
                world.agentTrouble = nil
            }
            : Fault(name: "disk of the uploader \(trouble)", begin: { [world] in world.uploaderTrouble = trouble }) {
                [world] in world.uploaderTrouble = nil
            }
    }

    private func kill(_ chance: Chance) -> Fault {
        let who = chance.number(0...2)
        let count: Int64 = chance.pick([0, 0, chance.number(1...40)])
        return Fault(
            name: "kill \(who) at change \(count)",
            begin: { [world] in
                for disk in [who != 1 ? world.agent?.disk : nil, who != 0 ? world.uploader?.disk : nil] {
                    if count == 0 { disk?.kill() } else { disk?.kill(after: count) }
                }
            })
    }

    private func power(_ chance: Chance) -> Fault {
        let (off, hasClock, count) = (chance.number(2000...90_000), chance.one(in: 2), chance.number(1...40))
        let isAtChange = chance.one(in: 2)
        return Fault(
            name: "power cut for \(off) ms",
            begin: { [world] in
                if isAtChange { world.agent?.disk.kill(after: count) }
                if !hasClock { (world.clock.isSynchronised, world.clock.civilOffset) = (false, -1_779_000_000_000) }
                world.cutPower(for: off)
            },
            over: { [world] in (world.clock.isSynchronised, world.clock.civilOffset) = (true, 0) })
    }

    private func clock(_ chance: Chance) -> Fault {
        let steps: [Int64] = [
            chance.number(-3_600_000...3_600_000), -1_779_000_000_000, 86_400_000 * 400, -chance.number(0...5000),
        ]
        let step = chance.pick(steps)
        let isSynchronised = chance.one(in: 3) && abs(step) < 7_200_000
        return Fault(
            name: "clock \(step)",
            begin: { [world] in
                (world.clock.civilOffset, world.clock.isSynchronised) = (step, isSynchronised)
            },
            over: { [world] in (world.clock.isSynchronised, world.clock.civilOffset) = (true, 0) })
    }

    private func credentials(_ chance: Chance) -> Fault {
        let failure: CallFailure = chance.pick([
            .credentials("No key is set."), .transport(TransportFailure(.connect, "The way to the keys is closed.")),
        ])
        if chance.one(in: 2) {
            return Fault(name: "the keys expire", begin: { [world] in world.service.token += 1 })
        }
        return Fault(
            name: "no keys",
            begin: { [world] in
                world.credentialTrouble = failure
                world.service.token += 1
            },
            over: { [world] in world.credentialTrouble = nil })
    }

    private func operation(_ chance: Chance) -> Fault {
        switch chance.number(0...5) {
        case 0: Fault(name: "the agent is stopped", begin: { [world] in try world.agent?.stop() })
        case 1: Fault(name: "the uploader is stopped", begin: { [world] in try world.uploader?.stop() })
        case 2:
            Fault(name: "pause", begin: { [world] in try world.agent?.setPaused(true) }) { [world] in
                try? world.agent?.setPaused(false)
            }
        case 3:
            Fault(
                name: "flush",
                begin: { [world] in
                    try world.agent?.flush()
                    try world.uploader?.flush()
                })
        case 4: Fault(name: "gpsd goes", begin: { [self] in disconnect() }) { [self] in connect() }
        default:
            Fault(
                name: "the receiver is pulled out",
                begin: { [world] in
                    world.agent?.gpsd.say(.report(.deviceLost(path: "/dev/ttyACM0")))
                })
        }
    }

    private func disconnect() {
        world.isGPSDUp = false
        world.agent?.gpsd.say(.disconnected(.closed(gpsd: "localhost:2947")))
    }

    private func connect() {
        guard !world.isGPSDUp else { return }
        world.isGPSDUp = true
        world.agent?.gpsd.say(.connected(version: "3.25"))
    }
}
