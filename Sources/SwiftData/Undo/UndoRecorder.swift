// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Records the changes of a context and registers them with its undo manager.
///
/// While a context has an undo manager, its models carry the flag `.tracked`. Their setters then take
/// the slow path, which records the former value of each changed property once. A registration is one
/// operation that restores these values, inserts deleted models again, and deletes inserted ones. It
/// uses the ordinary setters, so that the inverse operation records itself.
final class UndoRecorder: UndoParticipant {
  unowned let core: ContextCore
  private(set) weak var manager: UndoManager?
  private var journal = UndoJournal()
  private var suspensions = 0

  init(_ core: ContextCore, _ manager: UndoManager) {
    self.core = core
    self.manager = manager
  }

  // MARK: Recording

  /// Ignores changes until the matching `resume()`, because they are not changes of the program.
  func suspend() { suspensions += 1 }

  func resume() { suspensions -= 1 }

  /// Runs code of the program, whose changes are recorded even while recording is suspended.
  func recording(_ body: () -> Void) {
    let outer = suspensions
    suspensions = 0
    defer { suspensions = outer }
    body()
  }

  /// Records the value of a property before it changes.
  func willChange<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
    guard suspensions == 0,
      let index = core.store.layout.entities[Int(model._$state.entity)].indexByKeyPath[keyPath]
    else { return }
    record(model, keyPath, index)
  }

  private func record<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, _ index: Int
  ) {
    let entry = entry(of: model)
    guard entry.existed, !entry.hasProperty(index) else { return }
    let description = ModelDescription.of(type(of: model))
    let relationship = description.relationship(at: index)
    let isToMany = relationship?.isToMany ?? false
    guard let value = UndoJournal.FormerValue(model, keyPath, isToMany: isToMany) else { return }
    entry.record(value, at: index)
    // The order of the former owner's targets, which the change is about to lose.
    guard let relationship, !isToMany, let inverse = description.inverse(of: relationship),
      inverse.isToMany, let owner = model[keyPath: keyPath] as? any PersistentModel
    else { return }
    if !entry.isDeleted, let position = position(of: model, index, owner, inverse) {
      entry.positions.append(position)
    } else {
      record(owner, inverse.index)
    }
  }

  /// Records the current value of a property with an index.
  private func record(_ model: any PersistentModel, _ index: Int) {
    guard model._$state.core === core else { return }
    func open<Model: PersistentModel>(_ model: Model) {
      let keyPath = ModelDescription.of(type(of: model)).keyPaths[index]
      func openValue<Value>(_ type: Value.Type) {
        guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
        record(model, keyPath, index)
      }
      _openExistential(type(of: keyPath).valueType, do: openValue)
    }
    open(model)
  }

  private func entry(of model: any PersistentModel) -> UndoJournal.Entry {
    if let known = journal.entry(of: model) { return known }
    let entry = UndoJournal.Entry(
      model, existed: true, formerKey: core.restoredKeys[ObjectIdentifier(model)])
    journal.append(entry)
    return entry
  }

  /// Records that a model was inserted, or that its deletion was cancelled.
  func didInsert(_ model: any PersistentModel) {
    guard suspensions == 0, journal.entry(of: model) == nil else { return }
    journal.append(UndoJournal.Entry(model, existed: false))
  }

  /// Records a model and its cascade before it is deleted.
  ///
  /// A model whose row another context has deleted has no values that could return.
  func willDelete(_ model: any PersistentModel) {
    guard suspensions == 0 else { return }
    ContextCore.fulfillIfNeeded(model)
    guard model._$state.core === core else { return }
    if let known = journal.entry(of: model), !known.existed {
      recordCascade(of: model)
      return journal.remove(model)
    }
    if recordDeletion(of: model) { recordCascade(of: model) }
  }

  /// Records all properties of a model; false if they were recorded before.
  private func recordDeletion(of model: any PersistentModel) -> Bool {
    let entry = entry(of: model)
    if entry.isDeleted { return false }
    entry.isDeleted = true
    for index in ModelDescription.of(type(of: model)).properties.indices { record(model, index) }
    recordHolders(of: model)
    return true
  }

  /// Records the models that a deletion also deletes.
  ///
  /// Models that existed may have become dependents of a model that was inserted since. A cascade
  /// may be deeper than the stack, such as that of a linked list.
  private func recordCascade(of model: any PersistentModel) {
    var waiting: [any PersistentModel] = [model]
    var visited: Set<ObjectIdentifier> = []
    while let model = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(model)).inserted else { continue }
      let relationships = ModelDescription.of(type(of: model)).relationships
      for relationship in relationships where relationship.deleteRule == .cascade {
        for target in relationship.access.load(in: model, index: relationship.index)
        where target._$state.core === core {
          if let known = journal.entry(of: target), !known.existed {
            waiting.append(target)
          } else if recordDeletion(of: target) {
            waiting.append(target)
          }
        }
      }
    }
  }

  /// Records the relationships without an inverse that refer to a stored model.
  private func recordHolders(of model: any PersistentModel) {
    let key = model._$state.key
    if key <= 0 { return }
    let layout = core.store.layout
    let target = layout.entities[Int(model._$state.entity)]
    for owner in layout.entities {
      let description = ModelDescription.of(owner.type)
      for property in owner.ownProperties
      where property.destination.map({ target.isA($0.entity) }) == true {
        guard let relationship = description.relationship(at: property.index),
          description.inverse(of: relationship) == nil,
          let sql = Self.holders(property, of: owner)
        else { continue }
        do {
          let keys = try core.read { try $0.integers(sql, key, store: core.store.name) }
          for key in keys {
            if let holder = core.model(owner.type, key: key) {
              recordHolder(holder, property.index)
            }
          }
        } catch {
          core.recordLoadError(error)
        }
        // The rows lack references that are not saved.
        for holder in core.inserted + core.changed
        where layout.entities[Int(holder._$state.entity)].isA(owner.name)
          && relationship.access.objects(in: holder).contains(where: { $0 === model })
        {
          recordHolder(holder, property.index)
        }
      }
    }
  }

  private func recordHolder(_ holder: any PersistentModel, _ index: Int) {
    record(holder, index)
    journal.entry(of: holder)?.losesTarget = true
  }

  /// A query for the keys of the rows that refer to a row through a property.
  private static func holders(_ property: PropertyLayout, of owner: EntityLayout) -> String? {
    switch property.storage {
    case .toOne:
      return "SELECT \(EntityLayout.primaryKey) FROM \(SQLFragment.quoted(owner.table)) "
        + "WHERE \(SQLFragment.quoted(property.column)) = ?"
    case .toManyByJoin(_, let table, let own, let other):
      return "SELECT \(SQLFragment.quoted(own)) FROM \(SQLFragment.quoted(table)) "
        + "WHERE \(SQLFragment.quoted(other)) = ?"
    case .attribute, .toManyByForeignKey: return nil
    }
  }

  // MARK: Registering

  /// Registers the recorded changes as one operation.
  func registerUndo() {
    if suspensions > 0 || journal.isEmpty { return }
    let entries = journal.effective
    journal = UndoJournal()
    if entries.isEmpty { return }
    manager?.registerUndo(withTarget: self) { $0.restore(entries) }
  }

  /// Closes the manager's automatic group, after a save.
  func closeGroup() { manager?.closeAutomaticGroup() }

  /// Discards the recorded changes and empties the manager's stacks, after a rollback.
  func removeAll() {
    journal = UndoJournal()
    manager?.removeAllActions()
  }

  /// Discards the recorded changes and the operations of the context.
  func close() {
    journal = UndoJournal()
    manager?.remove(self)
  }

  // MARK: Restoring

  private func restore(_ entries: [UndoJournal.Entry]) {
    var restored: [UndoJournal.Entry] = []
    for entry in entries where entry.existed {
      if isPresent(entry.model) {
        restored.append(entry)
      } else if entry.isDeleted, insertAgain(entry) {
        restored.append(entry)
      }
    }
    // A to-many relationship also determines the order of its targets, so it is restored last.
    for isToMany in [false, true] {
      for entry in restored {
        for (_, value) in entry.properties.sorted(by: { $0.key < $1.key })
        where value.isToMany == isToMany {
          value.restore()
        }
      }
    }
    for entry in restored where !entry.positions.isEmpty {
      core.restoredPositions[ObjectIdentifier(entry.model)] = entry.positions
    }
    for entry in entries where !entry.existed && isPresent(entry.model) { core.delete(entry.model) }
    registerUndo()
  }

  private func isPresent(_ model: any PersistentModel) -> Bool {
    model._$state.core === core && !model._$state.has(.deleted)
  }

  /// Inserts a deleted model again, with its former identity where possible.
  ///
  /// - Returns: False for a model that has joined another context.
  private func insertAgain(_ entry: UndoJournal.Entry) -> Bool {
    let model = entry.model
    if model._$state.core == nil {
      // The former targets are set afterwards, so that their inverses are set, too.
      for relationship in ModelDescription.of(type(of: model)).relationships {
        relationship.access.reset(in: model)
      }
      core.insert(model)
      if entry.key > 0 { core.restoredKeys[ObjectIdentifier(model)] = entry.key }
    } else if model._$state.core === core {
      core.insert(model)
    } else {
      return false
    }
    return true
  }
}
