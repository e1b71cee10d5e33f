// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The first bytes of a file, which identify its format if it is not XML.
struct FileSignature {
  /// The number of bytes that are examined.
  static let length = 64

  let bytes: [UInt8]

  /// The format's name with its article; nil if the format is unknown.
  var name: String? {
    for (start, name) in Self.starts where bytes.first == start.first && bytes.starts(with: start) {
      return name
    }
    if bytes.count >= 12, bytes[8..<12].elementsEqual(".FIT".utf8) {
      return "a FIT file (binary)"
    }
    if !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) {
      return "a file of zero bytes, as after a crash"
    }
    let text = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if text.starts(with: "{".utf8) || text.starts(with: "[".utf8) {
      return "a JSON file"
    }
    if text.starts(with: "$GP".utf8) || text.starts(with: "$GN".utf8) {
      return "an NMEA log"
    }
    guard text.first == UInt8(ascii: "<") else { return nil }
    let lower = String(decoding: text, as: UTF8.self).lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") {
      return "an HTML page"
    }
    return nil
  }

  /// Whether the bytes are only white space.
  var isBlank: Bool {
    bytes.allSatisfy {
      $0 == 0x20 || (0x09...0x0D).contains($0) || [0xEF, 0xBB, 0xBF].contains($0)
    }
  }

  /// Whether the first byte after white space starts a tag, in any character width.
  var looksLikeXML: Bool {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    return bytes.first { !marks.contains($0) } == UInt8(ascii: "<")
  }

  private static let starts: [([UInt8], String)] = [
    ([0x1F, 0x8B], "a gzip archive"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive"),
    ([0x42, 0x5A, 0x68], "a bzip2 archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive"),
    (Array("%PDF".utf8), "a PDF"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
  ]
}
