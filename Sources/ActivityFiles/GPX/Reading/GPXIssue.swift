// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something wrong in a file that could be repaired or passed over.
public struct GPXIssue: Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing is wrong.
  public var kind: Kind

  /// The line it was found at, counted from 1.
  public var line: Int

  /// What is wrong, as a sentence without its full stop.
  public var reason: String

  /// What was done about it, as a sentence without its full stop.
  public var repair: String

  /// Creates an issue.
  public init(_ kind: Kind, line: Int, reason: String, repair: String) {
    self.kind = kind
    self.line = line
    self.reason = reason
    self.repair = repair
  }

  /// How much it matters.
  public var severity: Severity { kind.severity }

  /// The whole message.
  public var description: String { "line \(line): \(reason). \(repair)." }
}

extension GPXIssue {
  /// How much an issue matters.
  public enum Severity: String, Sendable, Hashable {
    /// Nothing was lost.
    case note

    /// Something was left out, or should be looked at.
    case warning
  }

  /// The kinds of issue; more may be added.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String {
      case pauseMark, emptySegment, timeWithoutZone, unknownVersion, unknownNamespace
      case missingPosition, positionOutOfRange, badTime, timeRunsBackwards, badNumber, badValue
      case misplacedElement, textTooLong, noTrackPoints
    }

    private let value: Value

    /// A point that OpenTracks wrote to mark a pause: it ends the segment.
    public static let pauseMark = Kind(value: .pauseMark)

    /// A segment without points, which is kept.
    public static let emptySegment = Kind(value: .emptySegment)

    /// A time that does not say in which zone it is, and is taken as UTC.
    public static let timeWithoutZone = Kind(value: .timeWithoutZone)

    /// A version of GPX other than 1.0 and 1.1, which is read like 1.1.
    public static let unknownVersion = Kind(value: .unknownVersion)

    /// A `gpx` element in a namespace that is not GPX's, which is read like GPX.
    public static let unknownNamespace = Kind(value: .unknownNamespace)

    /// A point without a usable latitude or longitude, which is left out.
    public static let missingPosition = Kind(value: .missingPosition)

    /// A point that is not on the earth, which is left out.
    public static let positionOutOfRange = Kind(value: .positionOutOfRange)

    /// A time that cannot be read, which is left out.
    public static let badTime = Kind(value: .badTime)

    /// A time before that of the point before, which is kept.
    public static let timeRunsBackwards = Kind(value: .timeRunsBackwards)

    /// A number that cannot be read, which is left out.
    public static let badNumber = Kind(value: .badNumber)

    /// A word that is not one of those allowed, which is left out.
    public static let badValue = Kind(value: .badValue)

    /// An element where GPX does not allow it, which is left out.
    public static let misplacedElement = Kind(value: .misplacedElement)

    /// A text of more than 1 MB, whose end is left out.
    public static let textTooLong = Kind(value: .textTooLong)

    /// A file without a track point.
    public static let noTrackPoints = Kind(value: .noTrackPoints)

    /// How much issues of this kind matter.
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
