// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The former names of entities, or of one entity's properties, by their new names.
///
/// An `originalName` counts only if no earlier migration has applied it: a store records the
/// original names that its models declared. A name that one entity or property takes over no longer
/// belongs to another, so that two can swap their names.
struct RenameMapping {
  private var names: [String: String] = [:]

  /// Maps new names to old names.
  ///
  /// A store of an older format records no original names (`areRecorded` is false). There, an
  /// original name applies only if it cannot have been applied before: its new name does not exist
  /// in the store, or is itself taken over by another.
  ///
  /// - Parameters:
  ///   - new: The new names with the original names that they declare.
  ///   - old: The old names with the original names that the store records.
  ///   - areRecorded: Whether the store records original names.
  init(_ new: [(name: String, original: String?)], old: [String: String], areRecorded: Bool) {
    var taken: Set<String> = []
    let renamed = new.compactMap { name, original in
      original.flatMap { $0 == name || old[$0] == nil ? nil : (name: name, original: $0) }
    }
    if areRecorded {
      for (name, original) in renamed where old[name] != original {
        names[name] = original
        taken.insert(original)
      }
    } else {
      var isChanged = true
      while isChanged {
        isChanged = false
        for (name, original) in renamed
        where names[name] == nil && (old[name] == nil || taken.contains(name)) {
          names[name] = original
          taken.insert(original)
          isChanged = true
        }
      }
    }
    for (name, _) in new where names[name] == nil && old[name] != nil && !taken.contains(name) {
      names[name] = name
    }
  }

  /// The old name; nil for a new entity or property.
  subscript(name: String) -> String? { names[name] }
}
