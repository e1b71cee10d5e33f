// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Models with work that is not saved, in the order in which they came.
///
/// One leaves without the others being moved: many that leave one by one take no longer than all at
/// once.
struct PendingModels {
  private var stored: [any PersistentModel] = []
  /// Those of `stored` that left, which stay until they are more than the others.
  private var left: Set<ObjectIdentifier> = []
  private var isClosed = false

  var count: Int { stored.count - left.count }
  var isEmpty: Bool { stored.count == left.count }

  /// All of them.
  var models: [any PersistentModel] {
    left.isEmpty ? stored : stored.filter { !left.contains(ObjectIdentifier($0)) }
  }

  /// Adds a model that is not there.
  mutating func append(_ model: any PersistentModel) {
    if isClosed { return }
    if !left.isEmpty, left.contains(ObjectIdentifier(model)) { compact() }
    stored.append(model)
  }

  /// Lets a model go that is there.
  mutating func remove(_ model: any PersistentModel) {
    if isClosed { return }
    if let last = stored.last, last === model {
      stored.removeLast()
      return
    }
    left.insert(ObjectIdentifier(model))
    if 2 * left.count > stored.count { compact() }
  }

  /// Lets all go, and holds none from now on.
  mutating func close() {
    stored = []
    left = []
    isClosed = true
  }

  private mutating func compact() {
    stored = models
    left = []
  }
}
