// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The header of one part of a form.
package struct MultipartPart: Sendable, Equatable {
  /// The name of the form's field; empty if a lenient parser found none.
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
  ///
  /// A lenient parser skips lines that are not a name and a value, and needs no name of a field.
  init(headerBlock: ArraySlice<UInt8>, isLenient: Bool) throws(MultipartError) {
    var disposition: String?
    var type: String?
    for line in try Self.lines(of: headerBlock, isLenient: isLenient) {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        if isLenient { continue }
        throw .badHeader
      }
      let value = Self.trimmed(line[line.index(after: colon)...])
      switch line[..<colon].lowercased() {
      case "content-disposition": disposition = value
      case "content-type": type = value
      default: break
      }
    }
    let parameters = disposition.map(HeaderParameters.init)
    if !isLenient {
      guard let parameters else { throw .noName }
      guard parameters.value.lowercased() == "form-data" else { throw .badHeader }
      guard parameters["name"] != nil else { throw .noName }
    }
    self.init(
      name: parameters?["name"] ?? "", filename: parameters?["filename"], contentType: type)
  }

  /// The lines of a block; a line that starts with white space continues the previous line.
  private static func lines(
    of block: ArraySlice<UInt8>, isLenient: Bool
  ) throws(MultipartError) -> [Substring] {
    let text = String(decoding: block, as: UTF8.self)
    var lines: [String] = []
    for line in text.split(whereSeparator: { $0 == "\r\n" || isLenient && $0 == "\n" }) {
      if line.first == " " || line.first == "\t" {
        guard !lines.isEmpty else {
          if isLenient { continue }
          throw .badHeader
        }
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
