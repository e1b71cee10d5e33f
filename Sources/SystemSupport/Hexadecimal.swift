// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Bytes as hexadecimal digits.
package enum Hexadecimal {
  /// The bytes in lower-case digits, two for each.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
