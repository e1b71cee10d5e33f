// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Hummingbird
import NIOCore
import SystemSupport

/// The fields of a form in the format application/x-www-form-urlencoded.
package struct FormFields: Sendable, Equatable {
  /// The maximum size of a form in bytes.
  package static let largest = 256 << 10

  private var values: [String: String] = [:]

  /// Parses the text of a form; of several fields with one name, the last one counts.
  package init(_ text: String) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      values[Self.decoded(parts[0])] = Self.decoded(value)
    }
  }

  /// Parses a request's form and checks its token.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: The token that the form must have.
  ///   - limit: The maximum size of the form in bytes.
  /// - Throws: PageError.staleForm without this server's token; PageError.badForm if the form is
  ///   too large.
  package init(_ request: Request, token: FormToken, limit: Int = largest) async throws {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw PageError.badForm("It has more than \(ByteSize.text(limit)).")
    }
    self.init(String(buffer: body))
    guard token.matches(self[FormToken.field]) else { throw PageError.staleForm }
  }

  /// Parses the query of a request's address, in which a browser's form has plus signs for spaces.
  package init(query request: Request) {
    self.init(request.uri.query ?? "")
  }

  /// The names of the fields.
  package var names: some Sequence<String> { values.keys }

  /// The value of a field.
  package subscript(name: String) -> String? { values[name] }

  /// Decodes plus signs and percent escapes; an invalid escape is left unchanged.
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

/// The secret in every form of this server, against cross-site request forgery.
///
/// Each start of the server creates another one. A page of another origin can't read it, since no
/// response allows other origins.
package struct FormToken: Sendable {
  /// The name of the form field.
  package static let field = "token"

  /// 256 random bits in hexadecimal digits.
  package let text: String

  /// Creates a token from the system's random numbers.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates a token from a source of random numbers.
  package init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef")
    text = String((0..<64).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
  }

  /// Whether a form has this token, compared in constant time.
  package func matches(_ candidate: String?) -> Bool {
    guard let candidate else { return false }
    return ConstantTime.areEqual(candidate, text)
  }
}
