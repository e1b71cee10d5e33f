// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Numbers and bytes on their way to and from text.

extension SQLFunction {
  static let numbers: [SQLFunction] = [
    // A Double rounded to the nearest Float: what Float arithmetic gives, computed in Double.
    SQLFunction(name: "cairn_float", argumentCount: 1) { arguments in
      .real(Double(Float(arguments.real(0))))
    },
    // The Double with these bits.
    SQLFunction(name: "cairn_double", argumentCount: 1) { arguments in
      .real(Double(bitPattern: UInt64(bitPattern: arguments.integer(0))))
    },
    // The bytes that hexadecimal digits stand for.
    SQLFunction(name: "cairn_blob", argumentCount: 1) { arguments in
      .blob(Bytes.decodingHex(arguments.text(0)))
    },
  ]
}
