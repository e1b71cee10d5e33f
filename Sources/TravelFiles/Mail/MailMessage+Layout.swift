// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension MailMessage {
  /// The maximum number of references of a message.
  private static let referenceLimit = 1_000
  /// The maximum length of an identifier in bytes.
  private static let identifierLimit = 256

  /// The identifiers of the parts that the pages of the message show (RFC 2392), such as its logos and codes.
  var layoutIdentifiers: Set<String> {
    var identifiers: Set<String> = []
    for part in parts where part.type == "text/html" {
      Self.addReferences(part.content, to: &identifiers)
    }
    return identifiers
  }

  /// Adds the identifiers of all addresses such as `cid:logo@example.org`.
  private static func addReferences(_ page: [UInt8], to identifiers: inout Set<String>) {
    var index = 0
    while index + 4 < page.count, identifiers.count < referenceLimit {
      guard page[index] | 0x20 == 0x63, page[index + 1] | 0x20 == 0x69,
        page[index + 2] | 0x20 == 0x64, page[index + 3] == UInt8(ascii: ":")
      else {
        index += 1
        continue
      }
      let ends = Array("\"')<>".utf8)
      let bytes = page[(index + 4)...].prefix(identifierLimit).prefix { byte in
        byte > 0x20 && !ends.contains(byte)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      identifiers.insert(text.removingPercentEncoding ?? text)
      index += 4 + bytes.count
    }
  }
}
