// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom SQLite function.
///
/// Functions are deterministic, return NULL if an argument is NULL, and never fail.
package struct SQLFunction: Sendable {
  package let name: String
  package let argumentCount: Int
  /// The implementation; the arguments are never NULL, and are valid only during the call.
  package let body: @Sendable (any SQLArguments) -> SQLValue

  /// All functions that translated predicates call.
  package static let all: [SQLFunction] = text + numbers + json
}

/// The arguments of one call of a ``SQLFunction``.
package protocol SQLArguments {
  /// The UTF-8 bytes of a text argument.
  func text(_ index: Int) -> UnsafeBufferPointer<UInt8>
  func real(_ index: Int) -> Double
  func integer(_ index: Int) -> Int64
}

extension SQLArguments {
  /// A text argument as a string.
  func string(_ index: Int) -> String { String(decoding: text(index), as: UTF8.self) }
}

// Conversions of numbers and bytes from their text representation.

extension SQLFunction {
  static let numbers: [SQLFunction] = [
    // A Double rounded to the nearest Float, which is the result of Float arithmetic.
    SQLFunction(name: "cairn_float", argumentCount: 1) { arguments in
      .real(Double(Float(arguments.real(0))))
    },
    // The Double with a bit pattern.
    SQLFunction(name: "cairn_double", argumentCount: 1) { arguments in
      .real(Double(bitPattern: UInt64(bitPattern: arguments.integer(0))))
    },
    // The bytes of hexadecimal digits.
    SQLFunction(name: "cairn_blob", argumentCount: 1) { arguments in
      .blob(Bytes.decodingHex(arguments.text(0)))
    },
  ]
}
