// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The names of what the mirroring keeps in records beside the properties.
package enum HiddenFields {
  /// What all of them begin with.
  package static let prefix = "cairn_"
  /// The clocks of all fields, BYTES: ``FieldClocks/encoded()``.
  package static let clocks = "cairn_clocks"
  /// What CloudKit's types can't say of values, BYTES: ``ExactValues``.
  package static let exact = "cairn_exact"

  /// The file of a value that is too long for the record, beside the field that would have it.
  package static func asset(of field: String) -> String { "cairn_asset_\(field)" }

  /// The place of a record among those that refer to the same one, STRING: a ``Position``.
  package static func position(in field: String) -> String { "cairn_position_\(field)" }

  /// True for names that no property has.
  package static func isHidden(_ field: String) -> Bool { field.hasPrefix(prefix) }
}
