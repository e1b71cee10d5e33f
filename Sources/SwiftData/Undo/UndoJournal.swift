// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The former state of the models that a context has changed since the last registration.
struct UndoJournal {
  /// The former state of one model.
  final class Entry {
    let model: any PersistentModel
    /// False for a model that was inserted since the last registration.
    let existed: Bool
    /// The key of the stored row, also of a deleted one that the next save inserts again; 0 or
    /// negative for a model that was not saved.
    let key: Int64
    /// True if the model was deleted, so that all of its properties are recorded.
    var isDeleted = false
    /// True if the model refers to a deleted one without an inverse, which the save sets to nil.
    var losesTarget = false
    /// The positions among the targets of former owners.
    var positions: [UndoPosition] = []
    fileprivate(set) var properties: [Int: FormerValue] = [:]

    init(_ model: any PersistentModel, existed: Bool, formerKey: Int64? = nil) {
      self.model = model
      self.existed = existed
      key = formerKey ?? model._$state.key
    }

    func hasProperty(_ index: Int) -> Bool { properties[index] != nil }

    /// Records the former value of a property, unless an older one is recorded.
    func record(_ value: FormerValue, at index: Int) {
      if properties[index] == nil { properties[index] = value }
    }
  }

  /// A former value, as a function that restores it.
  struct FormerValue {
    let isToMany: Bool
    /// Whether the current value differs.
    let isChanged: () -> Bool
    let restore: () -> Void
  }

  private var indexes: [ObjectIdentifier: Int] = [:]
  /// The entries in the order of their first changes; nil for removed ones.
  private var entries: [Entry?] = []

  var isEmpty: Bool { indexes.isEmpty }

  /// The entry of a model; nil if it is unchanged.
  func entry(of model: AnyObject) -> Entry? {
    indexes[ObjectIdentifier(model)].flatMap { entries[$0] }
  }

  mutating func append(_ entry: Entry) {
    indexes[ObjectIdentifier(entry.model)] = entries.count
    entries.append(entry)
  }

  /// Removes the entry of a model that was inserted and deleted since the last registration.
  mutating func remove(_ model: AnyObject) {
    guard let index = indexes.removeValue(forKey: ObjectIdentifier(model)) else { return }
    entries[index] = nil
  }

  /// The entries with an effect.
  ///
  /// A property that was set to its own value has none: a group without an effect could be undone, but not
  /// redone.
  var effective: [Entry] {
    entries.compactMap(\.self).filter { entry in
      !entry.existed || entry.isDeleted || entry.losesTarget
        || entry.properties.values.contains { $0.isChanged() }
    }
  }
}

extension UndoJournal.FormerValue {
  /// Records the current value of a property; nil if the key path is not writable.
  init?<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, isToMany: Bool
  ) {
    guard let path = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return nil }
    let former = model[keyPath: path]
    self.isToMany = isToMany
    isChanged = { !Self.isEqual(former, model[keyPath: path]) }
    restore = {
      let value = Self.withoutGoneModels(former)
      guard let value, !Self.isEqual(value, model[keyPath: path]) else { return }
      model[keyPath: path] = value
    }
  }

  private static func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    guard let type = Value.self as? any Equatable.Type else { return false }
    func compare<T: Equatable>(_ type: T.Type) -> Bool {
      guard let left = left as? T, let right = right as? T else { return false }
      return left == right
    }
    return compare(type)
  }

  /// The value without models that are no longer stored; nil if nothing of it is left.
  private static func withoutGoneModels<Value>(_ value: Value) -> Value? {
    if let target = value as? any PersistentModel { return target._$state.isGone ? nil : value }
    guard let targets = value as? [any PersistentModel] else { return value }
    let remaining = targets.filter { !$0._$state.isGone }
    return remaining.count == targets.count ? value : remaining as? Value
  }
}

extension _ModelState {
  /// True for a model whose row was deleted.
  fileprivate var isGone: Bool { has(.gone) }
}
