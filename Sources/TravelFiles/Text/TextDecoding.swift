// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// Decoding of text in any character set.
enum TextDecoding {
  /// Decodes UTF-8; if it is invalid, Windows-1252, which contains ISO 8859-1's printable characters.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return text(Array(bytes), charset: "windows-1252")
  }

  /// Decodes bytes in a character set of the IANA registry; invalid bytes become U+FFFD.
  ///
  /// An unknown character set is read as UTF-8 or Windows-1252.
  static func text(_ bytes: [UInt8], charset: String?) -> String {
    let name = (charset ?? "utf-8").trimmed.lowercased()
    if ["utf-8", "utf8", "us-ascii", "ascii", ""].contains(name) {
      return String(validating: bytes, as: UTF8.self)
        ?? (name == "utf-8" || name == "utf8"
          ? String(decoding: bytes, as: UTF8.self) : text(bytes, charset: "windows-1252"))
    }
    return converted(bytes, from: name) ?? text(bytes)
  }

  /// Converts bytes by the C library; nil if it does not know the character set.
  private static func converted(_ bytes: [UInt8], from charset: String) -> String? {
    // The name selects a file of the C library.
    let isPlain = charset.utf8.allSatisfy {
      $0 &- 0x30 <= 9 || $0 >= 0x61 && $0 <= 0x7A || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E
        || $0 == 0x3A
    }
    guard isPlain, charset.utf8.count <= 40, !charset.contains(".."),
      let descriptor = iconv_open("UTF-8", charset), Int(bitPattern: descriptor) != -1
    else { return nil }
    defer { iconv_close(descriptor) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output: [UInt8] = []
    var chunk = [CChar](repeating: 0, count: 8192)
    input.withUnsafeMutableBufferPointer { input in
      var source = input.baseAddress
      var left = input.count
      while left > 0 {
        let before = left
        let written = chunk.withUnsafeMutableBufferPointer { chunk in
          var target = chunk.baseAddress
          var space = chunk.count
          errno = 0
          _ = iconv(descriptor, &source, &left, &target, &space)
          return chunk.count - space
        }
        let failure = errno
        output.append(contentsOf: chunk[..<written].lazy.map { UInt8(bitPattern: $0) })
        if left > 0, failure == EILSEQ || failure == EINVAL || left == before && written == 0 {
          output.append(contentsOf: [0xEF, 0xBF, 0xBD])
          source = source.map { $0 + 1 }
          left -= 1
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
