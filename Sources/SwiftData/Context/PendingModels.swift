// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Models with pending changes, in the order in which they were added.
///
/// Removing a model takes amortized constant time, because removed models stay in storage until
/// they outnumber the others.
struct PendingModels {
  private var stored: [any PersistentModel] = []
  /// Removed models that are still in `stored`.
  private var removed: Set<ObjectIdentifier> = []
  private var isClosed = false

  var count: Int { stored.count - removed.count }
  var isEmpty: Bool { stored.count == removed.count }

  /// The models that were not removed.
  var models: [any PersistentModel] {
    removed.isEmpty ? stored : stored.filter { !removed.contains(ObjectIdentifier($0)) }
  }

  /// Adds a model that is not contained.
  mutating func append(_ model: any PersistentModel) {
    if isClosed { return }
    if !removed.isEmpty, removed.contains(ObjectIdentifier(model)) { compact() }
    stored.append(model)
  }

  /// Removes a contained model.
  mutating func remove(_ model: any PersistentModel) {
    if isClosed { return }
    if let last = stored.last, last === model {
      stored.removeLast()
      return
    }
    removed.insert(ObjectIdentifier(model))
    if 2 * removed.count > stored.count { compact() }
  }

  /// Removes all models and ignores later additions.
  mutating func close() {
    stored = []
    removed = []
    isClosed = true
  }

  private mutating func compact() {
    stored = models
    removed = []
  }
}
