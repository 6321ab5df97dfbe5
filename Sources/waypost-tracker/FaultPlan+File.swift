import LocalTracker
import Runtime

extension FaultPlan {
    /// The plan in the file `path`.
    init(file path: String) throws {
        do throws(FaultPlanError) {
            self = try FaultPlan(json: try Self.text(of: path))
        } catch {
            throw TrackerError.file(path: path, error.description)
        }
    }

    private static func text(of path: String) throws(FaultPlanError) -> String {
        do throws(RuntimeError) {
            return try TextFile.read(path)
        } catch {
            throw FaultPlanError(description: error.description)
        }
    }
}
