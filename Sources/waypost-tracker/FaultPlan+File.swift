import LocalTracker
import Runtime

extension FaultPlan {
    /// The plan in the file `path`.
    init(file path: String) throws(TrackerError) {
        let text = try Self.text(of: path)
        do throws(FaultPlanError) {
            self = try FaultPlan(json: text)
        } catch {
            throw .faultPlan(path: path, error.description)
        }
    }

    private static func text(of path: String) throws(TrackerError) -> String {
        do throws(RuntimeError) {
            return try TextFile.read(path)
        } catch {
            throw .file(option: "--fault-plan", path: path, error.description)
        }
    }
}
