// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// Records the value of a property of a tracked model before it changes.
  @usableFromInline
  package func recordFormerValue<Model: PersistentModel, Value>(
    of model: Model, _ keyPath: KeyPath<Model, Value>
  ) {
    undo?.willChange(model, keyPath)
  }

  /// Sets the undo manager; nil ends the recording of changes, and the manager retains its
  /// operations.
  func setUndoManager(_ manager: UndoManager?) {
    undo?.registerUndo()
    let former = undo ?? idleUndo
    undo = nil
    idleUndo = nil
    if manager == nil {
      idleUndo = former
    } else if let former, former.manager === manager {
      undo = former
    } else {
      former?.close()
      undo = manager.map { UndoRecorder(self, $0) }
      if let manager, let undo { manager.add(undo) }
    }
    loadedFlags = manager == nil ? [] : .tracked
    for entity in store.layout.entities.indices {
      for model in registeredModels(entity: entity) { track(model) }
    }
    for model in inserted { track(model) }
  }

  /// Removes the context's operations from its undo manager.
  func closeUndo() {
    undo?.close()
    idleUndo?.close()
  }

  private func track(_ model: some PersistentModel) {
    if undo == nil {
      model._$state.flags.remove(.tracked)
    } else {
      model._$state.flags.insert(.tracked)
    }
  }

  /// Runs `body` without recording its changes for undo.
  func withoutUndo<R>(_ body: () throws -> R) rethrows -> R {
    undo?.suspend()
    defer { undo?.resume() }
    return try body()
  }
}

extension PersistentModel {
  /// Records the targets of a relationship before it loses one of them.
  func recordFormerTargets<Value>(
    _ keyPath: KeyPath<Self, Value>, without target: any PersistentModel
  ) {
    if _$state.has(.tracked) { _$state.core?.undo?.willUnlink(target, from: self, keyPath) }
  }

  /// Records the value of a property before the other end of a relationship changes it.
  func recordFormerValue<Value>(_ keyPath: KeyPath<Self, Value>) {
    if _$state.has(.tracked) { _$state.core?.recordFormerValue(of: self, keyPath) }
  }
}
