// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A function of our SQL beyond SQLite's own.
///
/// Each is deterministic, gives NULL if an argument is NULL, and never fails.
package struct SQLFunction: Sendable {
  package let name: String
  package let argumentCount: Int
  /// The function itself; the arguments are never NULL, and live no longer than the call.
  package let body: @Sendable (any SQLArguments) -> SQLValue

  /// Every function that translated predicates call.
  package static let all: [SQLFunction] = text + numbers + json
}

/// The arguments of one call of a ``SQLFunction``.
package protocol SQLArguments {
  /// The bytes of a text.
  func text(_ index: Int) -> UnsafeBufferPointer<UInt8>
  func real(_ index: Int) -> Double
  func integer(_ index: Int) -> Int64
}

extension SQLArguments {
  /// A text as a string.
  func string(_ index: Int) -> String { String(decoding: text(index), as: UTF8.self) }
}
