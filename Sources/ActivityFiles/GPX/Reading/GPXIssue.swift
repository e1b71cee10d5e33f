// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A problem in a file that was repaired or skipped.
///
/// ```swift
/// let issue = GPXIssue(
///   .badTime, line: 12, reason: "The time is \"noon\"", repair: "The point has no time")
/// print(issue)  // line 12: The time is "noon". The point has no time.
/// ```
public struct GPXIssue: Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public var kind: Kind

  /// The line of the problem, counted from 1.
  public var line: Int

  /// The reason, as a sentence without its full stop.
  public var reason: String

  /// The repair, as a sentence without its full stop.
  public var repair: String

  /// Creates an issue.
  public init(_ kind: Kind, line: Int, reason: String, repair: String) {
    self.kind = kind
    self.line = line
    self.reason = reason
    self.repair = repair
  }

  /// The severity of the issue.
  public var severity: Severity { kind.severity }

  /// The whole message.
  public var description: String { "line \(line): \(reason). \(repair)." }
}

extension GPXIssue {
  /// The severity of an issue.
  public enum Severity: String, Sendable, Hashable {
    /// Nothing was lost.
    case note

    /// Data was dropped, or should be checked.
    case warning
  }

  /// A kind of issue; more kinds may be added.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case pauseMark, emptySegment, timeWithoutZone, unknownVersion, unknownNamespace
      case missingPosition, positionOutOfRange, badTime, timeRunsBackwards, badNumber, badValue
      case misplacedElement, textTooLong, noTrackPoints
    }

    private let value: Value

    /// A pause mark of OpenTracks, which ends the segment.
    public static let pauseMark = Kind(value: .pauseMark)

    /// An empty segment, which is kept.
    public static let emptySegment = Kind(value: .emptySegment)

    /// A time without a time zone, which is read as UTC.
    public static let timeWithoutZone = Kind(value: .timeWithoutZone)

    /// A GPX version other than 1.0 and 1.1, which is read like 1.1.
    public static let unknownVersion = Kind(value: .unknownVersion)

    /// A `gpx` element in a foreign namespace, which is read like GPX.
    public static let unknownNamespace = Kind(value: .unknownNamespace)

    /// A point without a valid latitude or longitude, which is dropped.
    public static let missingPosition = Kind(value: .missingPosition)

    /// A point with coordinates out of range, which is dropped.
    public static let positionOutOfRange = Kind(value: .positionOutOfRange)

    /// An invalid time, which is dropped.
    public static let badTime = Kind(value: .badTime)

    /// A time before the previous point's time, which is kept.
    public static let timeRunsBackwards = Kind(value: .timeRunsBackwards)

    /// An invalid number, which is dropped.
    public static let badNumber = Kind(value: .badNumber)

    /// A value that is not allowed, which is dropped.
    public static let badValue = Kind(value: .badValue)

    /// An element that GPX does not allow there, which is dropped.
    public static let misplacedElement = Kind(value: .misplacedElement)

    /// A text of more than 1 MB, which is truncated.
    public static let textTooLong = Kind(value: .textTooLong)

    /// A file without a track point.
    public static let noTrackPoints = Kind(value: .noTrackPoints)

    /// The severity of issues of this kind.
    public var severity: Severity {
      switch value {
      case .pauseMark, .emptySegment, .timeWithoutZone, .unknownVersion, .unknownNamespace: .note
      default: .warning
      }
    }

    /// The name of the kind, as in ``GPXIssue/Kind/badTime``.
    public var description: String { value.rawValue }
  }
}

/// A file's issues: the first ones of each kind, and the number of each kind.
///
/// ```swift
/// let document = try GPXDocument(contentsOf: file)
/// if document.issues.hasWarnings { print(document.issues.total, "repaired problems") }
/// ```
///
/// Its size is bounded for every file.
public struct GPXIssueLog: Sendable, Hashable {
  /// The maximum number of stored issues.
  public static let limit = 100

  /// The maximum number of stored issues of one kind, so that no kind displaces the others.
  public static let limitPerKind = 20

  /// The first issues in the order of the file.
  public private(set) var first: [GPXIssue] = []

  /// The number of issues of each kind, including those that are not stored.
  public private(set) var counts: [GPXIssue.Kind: Int] = [:]

  /// Creates a log without issues.
  public init() {}

  /// The number of issues, including those that are not stored.
  public var total: Int { counts.values.reduce(0, +) }

  /// Whether the file has no issues.
  public var isEmpty: Bool { counts.isEmpty }

  /// Whether there are warnings.
  public var hasWarnings: Bool { counts.keys.contains { $0.severity == .warning } }

  /// Returns the number of issues of a kind.
  public func count(_ kind: GPXIssue.Kind) -> Int { counts[kind] ?? 0 }

  /// Counts an issue, and stores it if the limits allow.
  mutating func add(_ kind: GPXIssue.Kind, _ issue: () -> GPXIssue) {
    let count = counts[kind, default: 0]
    counts[kind] = count + 1
    if count < Self.limitPerKind, first.count < Self.limit {
      first.append(issue())
    }
  }
}
