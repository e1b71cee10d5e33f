// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The limits of a form.
package struct MultipartLimits: Sendable, Equatable {
  /// The maximum size of a part's header block in bytes, without its final empty line.
  package var headerBytes: Int
  /// The maximum number of parts.
  package var parts: Int
  /// The maximum size of a part that is not a file, in bytes.
  package var fieldBytes: Int
  /// The maximum size of one file in bytes.
  package var fileBytes: Int
  /// The maximum size of the whole body in bytes, including delimiters.
  package var totalBytes: Int

  /// Creates limits.
  package init(
    headerBytes: Int = 8 << 10, parts: Int = 1000, fieldBytes: Int = 64 << 10,
    fileBytes: Int = 1 << 30, totalBytes: Int = 1 << 30
  ) {
    self.headerBytes = headerBytes
    self.parts = parts
    self.fieldBytes = fieldBytes
    self.fileBytes = fileBytes
    self.totalBytes = totalBytes
  }
}

/// A reason that a form's body can't be read.
package enum MultipartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The Content-Type is not multipart/form-data with a boundary of 1 to 70 characters.
  case noBoundary
  /// The body ends before its last delimiter.
  case incomplete
  /// A delimiter is not followed by a line end.
  case badDelimiter
  /// A part's header block is not lines of name and value.
  case badHeader
  /// A part doesn't name its field.
  case noName
  /// A part's header block has more bytes than allowed.
  case headerTooLarge(limit: Int)
  /// The form has more parts than allowed.
  case tooManyParts(limit: Int)
  /// A field that is not a file has more bytes than allowed.
  case fieldTooLarge(String, limit: Int)
  /// A file has more bytes than allowed.
  case fileTooLarge(String, limit: Int)
  /// The body has more bytes than allowed.
  case bodyTooLarge(limit: Int)

  /// The error as a sentence about the form, for the user.
  package var message: String {
    switch self {
    case .noBoundary: "It was not sent as multipart/form-data with a boundary."
    case .incomplete: "It is incomplete: the connection may have been interrupted."
    case .badDelimiter: "A delimiter between its parts is damaged."
    case .badHeader: "The header of one of its parts is damaged."
    case .noName: "One of its parts has no name."
    case .headerTooLarge(let limit): "The header of a part has more than \(limit) bytes."
    case .tooManyParts(let limit): "It has more than \(limit) parts."
    case .fieldTooLarge(let name, let limit): "Its field \"\(name)\" has more than \(limit) bytes."
    case .fileTooLarge(let name, let limit): "Its file \"\(name)\" has more than \(limit) bytes."
    case .bodyTooLarge(let limit): "It has more than \(limit) bytes."
    }
  }

  package var description: String { message }
}
