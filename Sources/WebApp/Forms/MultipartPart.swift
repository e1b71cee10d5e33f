// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The header of one part of a form.
package struct MultipartPart: Sendable, Equatable {
  /// The name of the form's field.
  package var name: String
  /// The file's name as sent, or nil if the part is not a file; it must not be used as a path.
  package var filename: String?
  /// The media type as sent.
  package var contentType: String?

  /// Creates a header from its values.
  package init(name: String, filename: String? = nil, contentType: String? = nil) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
  }

  /// Parses a header block: lines of name and value, without the final empty line.
  init(headerBlock: [UInt8]) throws(MultipartError) {
    var disposition: String?
    var type: String?
    for line in try Self.lines(of: headerBlock) {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw .badHeader
      }
      let value = Self.trimmed(line[line.index(after: colon)...])
      switch line[..<colon].lowercased() {
      case "content-disposition": disposition = value
      case "content-type": type = value
      default: break
      }
    }
    guard let disposition else { throw .noName }
    let parameters = HeaderParameters(disposition)
    guard parameters.value.lowercased() == "form-data" else { throw .badHeader }
    guard let name = parameters["name"] else { throw .noName }
    self.init(name: name, filename: parameters["filename"], contentType: type)
  }

  /// The lines of a block; a line that starts with white space continues the previous line.
  private static func lines(of block: [UInt8]) throws(MultipartError) -> [Substring] {
    let text = String(decoding: block, as: UTF8.self)
    var lines: [String] = []
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: true) {
      if line.first == " " || line.first == "\t" {
        guard !lines.isEmpty else { throw .badHeader }
        lines[lines.count - 1] += " " + trimmed(line)
      } else {
        lines.append(String(line))
      }
    }
    return lines.map { $0[...] }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

/// A parsed header value such as `form-data; name="files"; filename="a.gpx"`.
package struct HeaderParameters: Sendable {
  /// The text before the first semicolon.
  package private(set) var value: String
  private var parameters: [String: String] = [:]

  /// Parses a header value, skipping invalid parameters.
  ///
  /// Of several parameters with one name, the first one counts.
  package init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    value = Self.text(Self.consume(&rest) { $0 != ";" })
    while rest.popFirst() != nil {
      let name = Self.text(Self.consume(&rest) { $0 != ";" && $0 != "=" }).lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      _ = Self.consume(&rest) { $0 == " " || $0 == "\t" }
      let value: String
      if rest.first == "\"" {
        value = Self.quoted(&rest)
        _ = Self.consume(&rest) { $0 != ";" }
      } else {
        value = Self.text(Self.consume(&rest) { $0 != ";" })
      }
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  /// The parameter with the given lower-case name.
  package subscript(name: String) -> String? { parameters[name] }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func consume(
    _ rest: inout Scalars, while condition: (Unicode.Scalar) -> Bool
  ) -> Scalars {
    let taken = rest.prefix(while: condition)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private static func text(_ scalars: Scalars) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let trimmed = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    return string(Array(trimmed))
  }

  /// Parses a quoted string.
  ///
  /// Browsers encode a quotation mark as %22 and line ends as %0D and %0A; other clients escape
  /// quotation marks and backslashes with a backslash. A backslash before any other character is
  /// literal, since some clients send whole Windows paths.
  private static func quoted(_ rest: inout Scalars) -> String {
    rest.removeFirst()
    var scalars: [Unicode.Scalar] = []
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        rest.removeFirst()
        scalars.append(next)
      } else {
        scalars.append(scalar)
      }
    }
    return string(scalars)
      .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
