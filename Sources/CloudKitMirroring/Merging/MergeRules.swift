// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The rules for merging copies of an entity's records.
package struct MergeRules: Hashable, Sendable, Codable {
  /// The rules for a field that two devices have changed concurrently.
  package enum FieldPolicy: String, Hashable, Sendable, Codable {
    /// Keeps the value that was written last.
    case latest
    /// Adds up the increments of all devices.
    ///
    /// For numbers. If two devices have created a record independently, the value is the sum of
    /// both initial values.
    case sum
    /// Keeps this device's value.
    ///
    /// The final value depends on the device that sends last.
    case ours
    /// Keeps the server's value.
    ///
    /// The final value depends on the device that sends first.
    case theirs
  }

  /// The rules for an object that one device has deleted and another has changed concurrently.
  package enum DeletionPolicy: String, Hashable, Sendable, Codable {
    /// The change restores the object.
    case editWins
    /// The object stays deleted.
    case deletionWins
  }

  /// The policies of single fields.
  package var fields: [String: FieldPolicy]
  /// The policy of all other fields.
  package var other: FieldPolicy
  /// The field with the date by which whole records are compared instead of their fields.
  ///
  /// Fields with the policy ``FieldPolicy/sum`` are added up nevertheless.
  package var wholeRecordBy: String?
  package var deletion: DeletionPolicy

  /// Creates rules; by default each field keeps its latest value.
  package init(
    fields: [String: FieldPolicy] = [:], other: FieldPolicy = .latest,
    wholeRecordBy: String? = nil, deletion: DeletionPolicy = .editWins
  ) {
    self.fields = fields
    self.other = other
    self.wholeRecordBy = wholeRecordBy
    self.deletion = deletion
  }

  /// The policy of a field.
  package func policy(of field: String) -> FieldPolicy { fields[field] ?? other }

  /// The names of the fields that are sums.
  package var summed: Set<String> { Set(fields.filter { $0.value == .sum }.keys) }
}
