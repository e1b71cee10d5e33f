// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The names of the fields that mirroring adds to the properties' fields.
package enum HiddenFields {
  /// The common prefix.
  package static let prefix = "cairn_"
  /// The clocks of all fields, BYTES: ``FieldClocks/encoded()``.
  package static let clocks = "cairn_clocks"
  /// The exact values that CloudKit's types can't represent, BYTES: ``ExactValues``.
  package static let exact = "cairn_exact"

  /// The names of the encrypted fields that could not be read without a key, STRING_LIST.
  ///
  /// It is stored with a record's unknown fields, and never sent.
  static let unread = "cairn_unread"

  /// The file of a value that is too long for the record, next to the value's field.
  package static func asset(of field: String) -> String { "cairn_asset_\(field)" }

  /// The position of a record among the records that refer to the same one, STRING: a ``Position``.
  package static func position(in field: String) -> String { "cairn_position_\(field)" }

  /// Whether a name is hidden, so that no property has it.
  package static func isHidden(_ field: String) -> Bool { field.hasPrefix(prefix) }
}
