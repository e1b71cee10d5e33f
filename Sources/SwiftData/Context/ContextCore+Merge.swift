// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

// A context applies the commits of other contexts and processes at each fetch, save and
// `processPendingChanges()`. The main context and those of model actors also apply them by
// themselves soon after each commit. Unchanged models are reloaded on the next property access. A
// model with unsaved changes keeps them and is reloaded after it is saved or rolled back. A model
// whose row was deleted is gone.

extension ContextCore {
  /// Invalidates the models in memory that other contexts or processes have changed since the last
  /// refresh.
  func refresh(_ connection: Store.Connection) throws {
    if transaction != nil { return }
    let current = try connection.cachedInteger(
      "SELECT last FROM _cairn_sequence WHERE entity = ''", store: store.name)
    if current == generation { return }
    // A migration counts as a commit, too.
    try store.checkMigrations(connection)
    let missed =
      current > generation ? commits.commits(generation + 1...current) : nil
    let last = generation
    generation = current
    guard let missed else {
      // Commits of another process, or commits that the log no longer holds.
      guard current > last, last > 0, let changes = try store.changes(after: last, connection)
      else { return invalidateAll() }
      return apply(changes)
    }
    for commit in missed where commit.author != ObjectIdentifier(self) {
      apply(commit.changes)
    }
  }

  /// Applies the commits of other contexts and processes.
  func applyRemoteCommits() {
    if transaction != nil { return }
    do { try store.read { try refresh($0) } } catch { recordLoadError(error) }
  }

  private func apply(_ changes: SavedChanges) {
    undo?.suspend()
    defer { undo?.resume() }
    for (entity, updates) in changes.updated where hasModels(entity: entity) {
      for update in updates {
        guard let model = registered(entity: entity, key: update.key) as? any PersistentModel
        else { continue }
        invalidate(model, update.properties)
      }
      stale[entity] = updates.map(\.key).sorted(by: >)
    }
    for (entity, keys) in changes.deleted where hasModels(entity: entity) || hasChanges {
      for key in keys {
        if deletedKeys[entity]?.remove(key) != nil { continue }
        guard let model = registered(entity: entity, key: key) as? any PersistentModel else {
          continue
        }
        if model._$state.has(.deleted) {
          pendingDeletes.remove(model)
        } else if model._$state.has(.changed) {
          pendingChanges.remove(model)
        }
        releaseDeleted(model)
        remotelyDeleted.append(model)
      }
    }
  }

  private func invalidate(_ model: any PersistentModel, _ properties: UInt64) {
    if model.hasChanges {
      outdated.append(model)
    } else if !model._$state.has(.fault) || hasLoadedProperties(model._$state) {
      makeStale(model, properties)
    }
  }

  /// Invalidates all models in memory, because the changes are unknown.
  private func invalidateAll() {
    for entity in store.layout.entities.indices {
      let models = registeredModels(entity: entity)
      for model in models { invalidate(model, .max) }
      // In reverse order, because models are removed from the end.
      stale[entity] = models.isEmpty ? nil : models.map { $0._$state.key }.sorted(by: >)
    }
  }

  /// Invalidates the models that others changed while they had pending changes here.
  func invalidateOutdated() {
    let models = outdated
    outdated = []
    for model in models where model._$state.core === self && !model._$state.has(.fault) {
      invalidate(model, .max)
    }
  }

  // MARK: Own commits

  /// Assigns the number of this context's next commit and returns it.
  func assignCommitNumber(_ connection: Store.Connection) throws -> Int64 {
    let number = try connection.cachedInteger(
      "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = '' RETURNING last",
      store: store.name)
    // Another context or process has committed since the last refresh.
    if number != generation + 1 { try store.checkMigrations(connection) }
    pendingGeneration = number
    return number
  }

  /// Notifies other contexts and observers of a commit, and applies commits that others made in
  /// between.
  func didCommit(_ changes: SavedChanges) {
    guard let number = pendingGeneration else { return }
    pendingGeneration = nil
    if !commits.hasOneContext {
      commits.append(
        CommitLog.Commit(generation: number, author: ObjectIdentifier(self), changes: changes))
    }
    if number == generation + 1 {
      generation = number
      invalidateOutdated()
    } else {
      invalidateOutdated()
      applyRemoteCommits()
    }
    container.didCommit(store, number, changes)
    let info = changes.userInfo(of: store, number: number, limit: container.identifierLimit(store))
    func post() {
      NotificationCenter.default.post(
        name: ModelContext.didSave, object: context, userInfo: info)
      container.postRemoteChange(store, number)
    }
    // Changes by observers are changes of the program.
    usage.pausing { undo?.recording(post) ?? post() }
  }

  // MARK: Scheduling

  /// Sets the function that runs an action later in the context's isolation domain.
  func runs(on schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
    let core = WeakCore(core: self)
    let isWaiting = Flag()
    let merge: @Sendable () -> Void = {
      if isWaiting.set() { return }
      schedule {
        isWaiting.clear()
        guard let core = core.core else { return }
        core.usage.runScheduled {
          core.applyRemoteCommits()
          // An autosave may have been deferred, too.
          if core.hasChanges { core.scheduleAutosave() }
        }
      }
    }
    usage.schedulesMerges(merge)
    commits.listen(ObjectIdentifier(self), merge)
  }

  /// True if autosave or an observer depends on the pending changes.
  var observesPendingChanges: Bool { autosaves || !pendingChangeObservers.isEmpty }

  /// Schedules an autosave and notifies observers after pending changes were added or removed.
  func pendingChangesDidChange() {
    if autosaves && hasChanges { scheduleAutosave() }
    if pendingChangeObservers.isEmpty { return }
    pendingChangeObservers.removeAll { $0.isOwnerReleased }
    for observer in pendingChangeObservers { observer.signal() }
  }

  /// Schedules an autosave at the end of the current turn of the context's isolation domain.
  func scheduleAutosave() {
    guard autosaves, !isAutosaveScheduled, let schedule else { return }
    isAutosaveScheduled = true
    let core = WeakCore(core: self)
    schedule { core.core?.autosave() }
  }

  private func autosave() {
    isAutosaveScheduled = false
    usage.runScheduled {
      guard autosaves, transaction == nil, context != nil, !hasSetterError else { return }
      saveAutomatically()
    }
  }

  /// Saves automatically; a failure posts a notification, and the next explicit save throws it.
  func saveAutomatically() {
    do {
      try save()
    } catch {
      var info: [AnyHashable: Any] = [:]
      ModelContext.NotificationKey.error.set(error, in: &info)
      NotificationCenter.default.post(
        name: ModelContext.autosaveDidFail, object: context, userInfo: info)
    }
  }
}

/// A weak reference to a context's core, which may only be used in its own isolation domain.
private struct WeakCore: @unchecked Sendable {
  weak var core: ContextCore?
}

/// An atomic flag that coalesces scheduled actions.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Sets the flag and returns its previous value.
  func set() -> Bool { value.exchange(true, ordering: .acquiringAndReleasing) }

  func clear() { value.store(false, ordering: .releasing) }
}
