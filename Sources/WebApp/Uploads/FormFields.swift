// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// The fields of a form that was sent as application/x-www-form-urlencoded.
package struct FormFields: Sendable, Equatable {
  /// Bytes that such a form may have.
  static let largest = 256 << 10

  private var values: [String: String] = [:]

  /// Reads the text of a form; the last of several fields with one name counts.
  package init(_ text: String) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      values[Self.decoded(parts[0])] = Self.decoded(value)
    }
  }

  /// Reads a request's form and checks that it is one of ours.
  ///
  /// - Throws: PageError.staleForm without our token; PageError.badForm if it is too long.
  init(_ request: Request, token: FormToken) async throws {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largest)
    } catch is NIOTooManyBytesError {
      throw PageError.badForm("It has more than \(ByteSize.text(Self.largest)).")
    }
    self.init(String(buffer: body))
    guard token.matches(self[FormToken.field]) else { throw PageError.staleForm }
  }

  /// The value of a field.
  package subscript(name: String) -> String? { values[name] }

  /// The text behind plus signs and percent escapes; an escape that isn't one stands for itself.
  private static func decoded(_ text: Substring) -> String {
    let digits = { (byte: UInt8) in Character(Unicode.Scalar(byte)).hexDigitValue }
    let given = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < given.count {
      if given[index] == UInt8(ascii: "%"), index + 2 < given.count,
        let high = digits(given[index + 1]), let low = digits(given[index + 2])
      {
        bytes.append(UInt8(high << 4 | low))
        index += 3
      } else {
        bytes.append(given[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : given[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
