// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A problem in a FIT, TCX or CSV file that was repaired or skipped.
///
/// ```swift
/// let issue = ActivityFileIssue(
///   .badRow, at: .line(12), reason: "The row has 3 of 22 columns", repair: "It is skipped")
/// print(issue)  // line 12: The row has 3 of 22 columns. It is skipped.
/// ```
public struct ActivityFileIssue: Sendable, Hashable, CustomStringConvertible {
  /// A position in a file.
  public enum Position: Sendable, Hashable, CustomStringConvertible {
    /// A line of a text file, counted from 1.
    case line(Int)

    /// A byte offset in a binary file, counted from 0.
    case offset(Int)

    /// The position as in a message: `line 12` or `byte 340`.
    public var description: String {
      switch self {
      case .line(let line): "line \(line)"
      case .offset(let offset): "byte \(offset)"
      }
    }
  }

  /// The kind of problem.
  public var kind: Kind

  /// The position of the problem.
  public var position: Position

  /// The reason, as a sentence without its full stop.
  public var reason: String

  /// The repair, as a sentence without its full stop.
  public var repair: String

  /// Creates an issue.
  public init(_ kind: Kind, at position: Position, reason: String, repair: String) {
    self.kind = kind
    self.position = position
    self.reason = reason
    self.repair = repair
  }

  /// The line of the problem in a text file; nil in a binary file.
  public var line: Int? {
    if case .line(let line) = position { line } else { nil }
  }

  /// Whether data was dropped, or should be checked.
  public var isWarning: Bool { kind.isWarning }

  /// The whole message.
  public var description: String { "\(position): \(reason). \(repair)." }
}

extension ActivityFileIssue {
  /// A kind of issue; more kinds may be added.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case badRow, badValue, badTime, timeRunsBackwards, unknownUnit, distanceCountsDown
      case headerChecksumMismatch, checksumMismatch, undefinedField, damagedText
      case undefinedDeveloperField, trailingBytes, missingSummary, noSamples, documentType
      case misplacedElement, positionOutOfRange
    }

    private let value: Value

    /// A row that cannot be read, which is skipped.
    public static let badRow = Kind(value: .badRow)

    /// A value that is not valid, which is dropped.
    public static let badValue = Kind(value: .badValue)

    /// An invalid time, which is dropped.
    public static let badTime = Kind(value: .badTime)

    /// A time before the previous one, which is kept.
    public static let timeRunsBackwards = Kind(value: .timeRunsBackwards)

    /// A unit that is not known; its column is dropped.
    public static let unknownUnit = Kind(value: .unknownUnit)

    /// A distance that counts down to zero, which is converted.
    public static let distanceCountsDown = Kind(value: .distanceCountsDown)

    /// A header whose checksum does not match.
    public static let headerChecksumMismatch = Kind(value: .headerChecksumMismatch)

    /// A file whose checksum does not match its content.
    public static let checksumMismatch = Kind(value: .checksumMismatch)

    /// A field whose size does not fit its type, which is dropped.
    public static let undefinedField = Kind(value: .undefinedField)

    /// A text with invalid characters, which are replaced.
    public static let damagedText = Kind(value: .damagedText)

    /// A developer field without a description, which is dropped.
    public static let undefinedDeveloperField = Kind(value: .undefinedDeveloperField)

    /// Bytes after the end of the last file, which are skipped.
    public static let trailingBytes = Kind(value: .trailingBytes)

    /// A recording without a summary, whose totals are computed.
    public static let missingSummary = Kind(value: .missingSummary)

    /// A file without samples.
    public static let noSamples = Kind(value: .noSamples)

    /// A document type declaration or other text before the document, which is skipped.
    public static let documentType = Kind(value: .documentType)

    /// An element that the format does not allow there, which is dropped.
    public static let misplacedElement = Kind(value: .misplacedElement)

    /// A point with coordinates out of range, whose position is dropped.
    public static let positionOutOfRange = Kind(value: .positionOutOfRange)

    /// Whether data was dropped, or should be checked.
    public var isWarning: Bool {
      switch value {
      case .distanceCountsDown, .documentType, .missingSummary, .headerChecksumMismatch: false
      default: true
      }
    }

    /// The name of the kind, as in ``ActivityFileIssue/Kind/badRow``.
    public var description: String { value.rawValue }
  }
}

/// A file's issues: the first ones of each kind, and the number of each kind.
///
/// Its size is bounded for every file.
public struct ActivityFileIssueLog: Sendable, Hashable {
  /// The maximum number of stored issues.
  public static let limit = 100

  /// The maximum number of stored issues of one kind, so that no kind displaces the others.
  public static let limitPerKind = 20

  /// The first issues in the order of the file.
  public private(set) var first: [ActivityFileIssue] = []

  /// The number of issues of each kind, including those that are not stored.
  public private(set) var counts: [ActivityFileIssue.Kind: Int] = [:]

  /// Creates a log without issues.
  public init() {}

  /// The number of issues, including those that are not stored.
  public var total: Int { counts.values.reduce(0, +) }

  /// Whether the file has no issues.
  public var isEmpty: Bool { counts.isEmpty }

  /// Whether there are warnings.
  public var hasWarnings: Bool { counts.keys.contains { $0.isWarning } }

  /// Returns the number of issues of a kind.
  public func count(_ kind: ActivityFileIssue.Kind) -> Int { counts[kind] ?? 0 }

  /// Counts an issue, and stores it if the limits allow.
  mutating func add(_ kind: ActivityFileIssue.Kind, _ issue: () -> ActivityFileIssue) {
    let count = counts[kind, default: 0]
    counts[kind] = count + 1
    if count < Self.limitPerKind, first.count < Self.limit {
      first.append(issue())
    }
  }
}
