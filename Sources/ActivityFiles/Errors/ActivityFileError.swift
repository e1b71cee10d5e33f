// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why an activity file cannot be read or written.
///
/// ```swift
/// do {
///   show(try GPXDocument(contentsOf: file))
/// } catch where error.code == .notGPX {
///   print(error.reason, error.remedy)
/// }
/// ```
///
/// After an error, discard everything that was read from the file. A repairable problem is a
/// ``GPXIssue`` instead.
public struct ActivityFileError: Error, Hashable, Sendable {
  /// The kind of error.
  public var code: Code

  /// The file's name, if it is known.
  public var file: String?

  /// The line of the error, counted from 1, if there is one.
  public var line: Int?

  /// The byte offset of the error in a binary file, counted from 0, if there is one.
  public var offset: Int?

  /// The reason, as a sentence without its full stop.
  public var reason: String

  /// The remedy, as a sentence without its full stop.
  public var remedy: String

  /// Creates an error.
  public init(
    _ code: Code, file: String? = nil, line: Int? = nil, offset: Int? = nil, reason: String,
    remedy: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
  }
}

extension ActivityFileError {
  /// A kind of error; more kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case missing, directory, unreadable, empty, notXML, notGPX, malformed, truncated
      case entityDeclaration, nestingTooDeep, tooLarge, unsupportedEncoding, unwritable, writeOrder
      case notFIT, notTCX, unknownFormat, checksumMismatch, undefinedMessage, missingTime
      case otherSport
    }

    private let value: Value

    /// No file has this name.
    public static let missing = Code(value: .missing)

    /// The name belongs to a directory.
    public static let directory = Code(value: .directory)

    /// Permission is missing, or reading failed.
    public static let unreadable = Code(value: .unreadable)

    /// The file is empty or contains only white space.
    public static let empty = Code(value: .empty)

    /// The file is not XML.
    public static let notXML = Code(value: .notXML)

    /// The file is XML, but not GPX.
    public static let notGPX = Code(value: .notGPX)

    /// The file is not well-formed XML.
    public static let malformed = Code(value: .malformed)

    /// The file ends too early.
    public static let truncated = Code(value: .truncated)

    /// The file declares or uses its own entities, which are never expanded.
    public static let entityDeclaration = Code(value: .entityDeclaration)

    /// Elements are nested too deeply.
    public static let nestingTooDeep = Code(value: .nestingTooDeep)

    /// One part of the file exceeds the size limit.
    public static let tooLarge = Code(value: .tooLarge)

    /// The file's text encoding is unknown, or its bytes are invalid in that encoding.
    public static let unsupportedEncoding = Code(value: .unsupportedEncoding)

    /// The file could not be written.
    public static let unwritable = Code(value: .unwritable)

    /// A writer received the parts of a file in an order that the format does not allow.
    public static let writeOrder = Code(value: .writeOrder)

    /// The file is not FIT.
    public static let notFIT = Code(value: .notFIT)

    /// The file is XML, but not TCX.
    public static let notTCX = Code(value: .notTCX)

    /// The file is in none of the known formats.
    public static let unknownFormat = Code(value: .unknownFormat)

    /// The file's content does not match its checksum.
    public static let checksumMismatch = Code(value: .checksumMismatch)

    /// A FIT message has no definition before it.
    public static let undefinedMessage = Code(value: .undefinedMessage)

    /// A format needs times that the activity lacks.
    public static let missingTime = Code(value: .missingTime)

    /// The activities of the file are of another sport than the reader's.
    public static let otherSport = Code(value: .otherSport)

    /// The name of the code, as in ``ActivityFileError/Code/missing``.
    public var description: String { value.rawValue }
  }
}

extension ActivityFileError: CustomStringConvertible, LocalizedError {
  /// The whole message: file, line, reason and remedy.
  public var description: String {
    let location = [file, line.map { "line \($0)" }, offset.map { "byte \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
    return (location.isEmpty ? "" : "\(location): ") + "\(reason). \(remedy)."
  }

  /// The whole message, as in ``description``.
  public var errorDescription: String? { description }

  /// The remedy.
  public var recoverySuggestion: String? { remedy }
}
