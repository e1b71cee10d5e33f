// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

extension MailMessage {
  /// The maximum number of sections of a parameter.
  private static let sectionLimit = 100

  /// Returns a parameter of a header, which may have a character set or several sections (RFC 2231).
  static func parameter(_ name: String, of parameters: HeaderParameters) -> String? {
    if let text = parameters[name + "*"] { return extended(text) }
    if let text = parameters[name] { return decodedWords(text) }
    var text = ""
    var isExtended = false
    for index in 0..<sectionLimit {
      if let section = parameters["\(name)*\(index)*"] {
        text += section
        isExtended = true
      } else if let section = parameters["\(name)*\(index)"] {
        text += isExtended ? section.replacing("%", with: "%25") : section
      } else {
        break
      }
    }
    if text.isEmpty { return nil }
    return isExtended ? extended(text) : decodedWords(text)
  }

  /// Decodes a value such as `utf-8'de'M%C3%BCnchen`.
  private static func extended(_ text: String) -> String {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return text }
    var bytes: [UInt8] = []
    var rest = Array(parts[2].utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return TextDecoding.text(bytes, charset: String(parts[0]))
  }
}
