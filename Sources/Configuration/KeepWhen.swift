/// How the triggers that are on combine: `sampling.keep-when`.
enum KeepWhen: String, CaseIterable, Sendable {
    case any
    case all
}
