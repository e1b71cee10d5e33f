// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why a travel file cannot be read.
///
/// After an error, nothing of the file is used. A problem that affects one part is a ``TravelFileIssue``.
public struct TravelFileError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Code: String, Hashable, Sendable {
    /// The content has no format that is read.
    case unknownFormat
    /// The file violates its format.
    case malformed
    /// The file ends too early.
    case truncated
    /// A part of the file, or its unpacked content, exceeds a limit.
    case tooLarge
    /// Containers are nested too deeply.
    case nestingTooDeep
    /// The archive is encrypted or uses an unknown compression.
    case unsupported
    /// A required part is absent, such as the pass.json of a pass.
    case missingPart
    /// The file uses its own XML entities.
    case entityDeclaration
  }

  /// The kind of error.
  public var code: Code
  /// The file's name, if it is known.
  public var file: String?
  /// The line of the error, counted from 1, if there is one.
  public var line: Int?
  /// The reason, as a sentence without its full stop.
  public var reason: String
  /// The remedy, as a sentence without its full stop.
  public var remedy: String

  /// Creates an error.
  public init(_ code: Code, file: String? = nil, line: Int? = nil, reason: String, remedy: String) {
    self.code = code
    self.file = file
    self.line = line
    self.reason = reason
    self.remedy = remedy
  }
}

extension TravelFileError: CustomStringConvertible, LocalizedError {
  /// The whole message: file, line, reason and remedy.
  public var description: String {
    let location = [file, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    return (location.isEmpty ? "" : "\(location): ") + "\(reason). \(remedy)."
  }

  /// The whole message, as in ``description``.
  public var errorDescription: String? { description }
}

/// A problem of one part of a travel file; the rest of the file is read.
public struct TravelFileIssue: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: String, Hashable, Sendable {
    /// A part violates the format and is skipped.
    case malformedPart
    /// A time cannot be read and is left out.
    case unreadableTime
    /// A zone is neither in the time zone database nor defined in the file.
    case unknownZone
    /// A clock in the zone never shows the time.
    case skippedTime
    /// The end is before the start.
    case endBeforeStart
    /// A recurrence rule is not supported, or has more occurrences than are read.
    case recurrence
    /// Two parts have one identifier.
    case duplicateIdentifier
    /// An amount is not a number with a currency of money.
    case unreadableAmount
    /// A quantity or weight is not a number in its range.
    case unreadableNumber
    /// A barcode is truncated or violates its format.
    case unreadableBarcode
    /// A coordinate is out of range.
    case unreadablePosition
    /// An attachment or entry is skipped.
    case skippedPart
  }

  /// The kind of problem.
  public var kind: Kind
  /// The line of the problem, counted from 1, if there is one.
  public var line: Int?
  /// The problem and its effect, as a sentence without its full stop.
  public var reason: String

  /// Creates an issue.
  public init(_ kind: Kind, line: Int? = nil, reason: String) {
    self.kind = kind
    self.line = line
    self.reason = reason
  }

  /// The message with its line.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason + "." }
}

/// The first issues of a file, and the number of all.
public struct TravelFileIssueLog: Hashable, Sendable {
  /// The number of issues that are retained.
  public static let limit = 100
  /// The first issues.
  public private(set) var first: [TravelFileIssue] = []
  /// The number of all issues.
  public private(set) var total = 0

  /// Creates an empty log.
  public init() {}

  /// Adds an issue.
  mutating func add(
    _ kind: TravelFileIssue.Kind, line: Int? = nil, _ reason: @autoclosure () -> String
  ) {
    total += 1
    if first.count < Self.limit {
      first.append(TravelFileIssue(kind, line: line, reason: reason()))
    }
  }

  /// Adds the issues of a part, such as an attachment.
  mutating func add(_ log: TravelFileIssueLog) {
    total += log.total
    first.append(contentsOf: log.first.prefix(Self.limit - first.count))
  }
}
