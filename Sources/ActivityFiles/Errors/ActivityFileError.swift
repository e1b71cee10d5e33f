// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Says why an activity file cannot be read or written.
///
/// An error means that nothing of the file should be kept. What a reader can repair is a
/// ``GPXIssue`` instead.
public struct ActivityFileError: Error, Hashable, Sendable {
  /// What kind of fault it is.
  public var code: Code

  /// The file's name, where it is known.
  public var file: String?

  /// The line at which the fault was found, counted from 1, where there is one.
  public var line: Int?

  /// What is wrong, as a sentence without its full stop.
  public var reason: String

  /// What can be done about it, as a sentence without its full stop.
  public var remedy: String

  /// Creates an error.
  public init(
    _ code: Code, file: String? = nil, line: Int? = nil, reason: String, remedy: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.reason = reason
    self.remedy = remedy
  }
}

extension ActivityFileError {
  /// The kinds of fault a file can have; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case missing, directory, unreadable, empty, notXML, notGPX, malformed, truncated
      case entityDeclaration, nestingTooDeep, tooLarge, unsupportedEncoding, unwritable, writeOrder
    }

    private let value: Value

    /// No file has this name.
    public static let missing = Code(value: .missing)

    /// The name is that of a directory.
    public static let directory = Code(value: .directory)

    /// The file may not be read, or reading it failed.
    public static let unreadable = Code(value: .unreadable)

    /// The file holds nothing, or blanks only.
    public static let empty = Code(value: .empty)

    /// The file is not XML.
    public static let notXML = Code(value: .notXML)

    /// The file is XML, but not GPX.
    public static let notGPX = Code(value: .notGPX)

    /// The file breaks the rules of XML.
    public static let malformed = Code(value: .malformed)

    /// The file ends too early.
    public static let truncated = Code(value: .truncated)

    /// The file declares or uses entities of its own, which are never expanded.
    public static let entityDeclaration = Code(value: .entityDeclaration)

    /// Elements stand inside each other more deeply than is accepted.
    public static let nestingTooDeep = Code(value: .nestingTooDeep)

    /// One part of the file is larger than is accepted.
    public static let tooLarge = Code(value: .tooLarge)

    /// The file's text encoding is unknown, or its bytes break it.
    public static let unsupportedEncoding = Code(value: .unsupportedEncoding)

    /// The file could not be written.
    public static let unwritable = Code(value: .unwritable)

    /// A writer was given the parts of a file in an order that the format does not have.
    public static let writeOrder = Code(value: .writeOrder)

    /// The name of the code, as in ``ActivityFileError/Code/missing``.
    public var description: String { value.rawValue }
  }
}

extension ActivityFileError: CustomStringConvertible, LocalizedError {
  /// The whole message: file, line, what is wrong and what to do.
  public var description: String {
    let place = [file, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
    return (place.isEmpty ? "" : "\(place): ") + "\(reason). \(remedy)."
  }

  /// The whole message, as in ``description``.
  public var errorDescription: String? { description }

  /// What can be done about it.
  public var recoverySuggestion: String? { remedy }
}
