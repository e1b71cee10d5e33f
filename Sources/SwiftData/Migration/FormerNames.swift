// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What entities, or the properties of one, were called before a migration.
///
/// An original name counts only if it was not followed before: a store notes those that its models
/// had. A name that one takes over is not another's any more, so that two may swap theirs.
struct FormerNames {
  private var names: [String: String] = [:]

  /// The new names with the original ones that they declare; the old names with those that the store
  /// notes.
  ///
  /// A store of an older format notes none (`isNoted` is false): there, a name is taken over where
  /// it can't have been before, since what is to have it now has none of its own in the store, or
  /// passes it on.
  init(_ new: [(name: String, original: String?)], old: [String: String], isNoted: Bool) {
    var taken: Set<String> = []
    let renamed = new.compactMap { name, original in
      original.flatMap { $0 == name || old[$0] == nil ? nil : (name: name, original: $0) }
    }
    if isNoted {
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

  /// The old name of what has a new one; nil for what is new.
  subscript(name: String) -> String? { names[name] }
}
