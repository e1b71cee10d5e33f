// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What was wrong in a file: the first issues of each kind, and how many there are of each.
///
/// It stays small whatever the file is like.
public struct GPXIssueLog: Sendable, Hashable {
  /// As many issues are kept at most.
  public static let limit = 100

  /// As many issues of one kind are kept at most, so that none crowds out the others.
  public static let limitPerKind = 20

  /// The first issues in the order of the file.
  public private(set) var first: [GPXIssue] = []

  /// How many issues of each kind there are, also of those not kept.
  public private(set) var counts: [GPXIssue.Kind: Int] = [:]

  /// Creates a log without issues.
  public init() {}

  /// How many issues there are, also of those not kept.
  public var total: Int { counts.values.reduce(0, +) }

  /// Whether the file was in order.
  public var isEmpty: Bool { counts.isEmpty }

  /// Whether something was left out or should be looked at.
  public var hasWarnings: Bool { counts.keys.contains { $0.severity == .warning } }

  /// How many issues of a kind there are.
  public func count(_ kind: GPXIssue.Kind) -> Int { counts[kind] ?? 0 }

  /// Counts an issue, and keeps it where there is room.
  mutating func add(_ kind: GPXIssue.Kind, _ issue: () -> GPXIssue) {
    let count = counts[kind, default: 0]
    counts[kind] = count + 1
    if count < Self.limitPerKind, first.count < Self.limit {
      first.append(issue())
    }
  }
}
