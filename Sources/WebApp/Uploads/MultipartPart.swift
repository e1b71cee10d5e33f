// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the header of one part of a form says.
package struct MultipartPart: Sendable, Equatable {
  /// The name of the form's field.
  package var name: String
  /// The file's name as sent, or nil if the part is not a file; never to be used as a path.
  package var filename: String?
  /// The media type as sent.
  package var contentType: String?

  /// A part's header by its values.
  package init(name: String, filename: String? = nil, contentType: String? = nil) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
  }

  /// Reads a header block: lines of name and value, without the empty line that ends it.
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

  /// The lines of a block; a line that starts with white space goes on with the one before.
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
