// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Type-erased access to a relationship of a model.
///
/// Each owner must be of the class that the access was created for. An access is created once for
/// each relationship and lives as long as the process.
protocol RelationshipAccess: AnyObject {
  /// The model type at the other end.
  var target: any PersistentModel.Type { get }
  /// True for a to-many relationship.
  var isToMany: Bool { get }

  // MARK: Targets in memory

  /// Returns false if no target is in memory, so that there is nothing to link or insert.
  func hasObjects(in owner: AnyObject) -> Bool
  /// Returns the targets in memory; loads none.
  func objects(in owner: AnyObject) -> [any PersistentModel]
  /// Returns the targets in memory that are not linked in the context, and marks them as linked.
  func consumeUnlinked(in owner: AnyObject) -> [any PersistentModel]
  /// Marks a relationship with targets as not linked in the context.
  func markUnlinked(in owner: AnyObject)
  /// Returns true for a linked to-one relationship whose target is the object; loads nothing.
  func refers(to object: AnyObject, in owner: AnyObject) -> Bool

  // MARK: One target

  /// Sets the target of a to-one relationship, or appends an object to a to-many relationship.
  func link(_ object: AnyObject, to owner: AnyObject)
  /// Removes the object from the relationship, if it is a target.
  func unlink(_ object: AnyObject, from owner: AnyObject)

  // MARK: Loading

  /// Returns true for a to-one, and for a to-many whose targets are in memory.
  func isLoaded(in owner: AnyObject) -> Bool
  /// Returns the targets, loaded if needed; `index` is the property's index.
  func load(in owner: AnyObject, index: Int) -> [any PersistentModel]
  /// Discards the loaded targets, if they can be loaded again.
  func unload(in owner: AnyObject)
  /// Clears a to-one relationship, or discards the targets of a to-many; notifies observers.
  func reset(in owner: AnyObject)

  // MARK: To-one only

  /// Returns the target's stored key; 0 for no target, for an unsaved target, and for a to-many.
  func storedKey(in owner: AnyObject) -> Int64
  /// Sets the stored key of a to-one relationship of a model without a context.
  func setStoredKey(_ key: Int64, in owner: AnyObject)
  /// Sets the target of a to-one relationship without notifying observers.
  func assign(_ object: AnyObject?, to owner: AnyObject)

  // MARK: To-many only

  /// Stores the loaded targets of a to-many relationship, a `LoadedTargets`.
  func install(_ loaded: Any, in owner: AnyObject)
  /// Returns the targets added since the last save, in order, if the relationship is not loaded.
  func additions(in owner: AnyObject) -> [any PersistentModel]
  /// Returns the length of the prefix of targets that the store has in this order.
  func settledCount(in owner: AnyObject) -> Int
  /// Applies the changes that an in-place change left undetected; `index` is the property's index.
  func verify(in owner: AnyObject, index: Int)
  /// Removes the former occurrences of the last `count` targets, and returns the new targets.
  func removeRepeated(last count: Int, in owner: AnyObject) -> [any PersistentModel]
  /// Removes the former occurrence of the target at an offset from the end; false if there is none.
  func removeRepeated(fromEnd offset: Int, in owner: AnyObject) -> Bool
}

// A relationship of the other kind has no such state.

extension RelationshipAccess {
  func storedKey(in owner: AnyObject) -> Int64 { 0 }

  func setStoredKey(_ key: Int64, in owner: AnyObject) {}

  func assign(_ object: AnyObject?, to owner: AnyObject) {}

  func isLoaded(in owner: AnyObject) -> Bool { true }

  func install(_ loaded: Any, in owner: AnyObject) {}

  func additions(in owner: AnyObject) -> [any PersistentModel] { [] }

  func settledCount(in owner: AnyObject) -> Int { 0 }

  func verify(in owner: AnyObject, index: Int) {}

  func refers(to object: AnyObject, in owner: AnyObject) -> Bool { false }

  func removeRepeated(last count: Int, in owner: AnyObject) -> [any PersistentModel] { [] }

  func removeRepeated(fromEnd offset: Int, in owner: AnyObject) -> Bool { false }
}

extension PersistentModel {
  /// Runs `change`, notifying observers of the property.
  func observing<Value>(_ keyPath: KeyPath<Self, Value>, _ change: () -> Void) {
    guard let registrar = _$state.registrar else { return change() }
    registrar.withMutation(of: self, keyPath: keyPath, change)
  }
}
