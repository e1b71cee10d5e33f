// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How the copies of an entity's records are merged.
package struct MergeRules: Hashable, Sendable, Codable {
  /// What becomes of a field that two devices have written.
  package enum FieldPolicy: String, Hashable, Sendable, Codable {
    /// The value that was written last stays.
    case latest
    /// What each device has added is added.
    ///
    /// For numbers. The value of a record whose making two devices did apart is the sum of what both
    /// gave it.
    case sum
    /// This device's value stays.
    ///
    /// Which value that is in the end depends on who sends last.
    case ours
    /// The server's value stays.
    ///
    /// Which value that is in the end depends on who sends first.
    case theirs
  }

  /// What becomes of an object that one device deleted and another changed.
  package enum DeletionPolicy: String, Hashable, Sendable, Codable {
    /// The change brings the object back.
    case editWins
    /// The object stays deleted.
    case deletionWins
  }

  /// The policies of fields that have one of their own.
  package var fields: [String: FieldPolicy]
  /// The policy of all other fields.
  package var other: FieldPolicy
  /// The field with the date by which whole records are compared, in place of their fields.
  ///
  /// Fields with the policy ``FieldPolicy/sum`` are added all the same.
  package var wholeRecordBy: String?
  package var deletion: DeletionPolicy

  /// Rules that merge by field, the latest value of each.
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
