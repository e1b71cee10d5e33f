// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

// A context takes over what others have saved: at each fetch, save, `processPendingChanges()` and,
// if it is the main context or one of a model actor, by itself soon after. Unchanged models are read
// anew when they are next asked for a property; a model with unsaved changes keeps them, and is read
// anew after it was saved or rolled back; a model whose row was deleted is gone.

extension ContextCore {
  /// If others have committed since, lets the models in memory that they touched be read anew.
  func refresh(_ connection: Store.Connection) throws {
    if transaction != nil { return }
    let current = try connection.cachedInteger(
      "SELECT last FROM _cairn_sequence WHERE entity = ''", store: store.name)
    if current == generation { return }
    // A migration is a commit, too.
    try store.checkMigrations(connection)
    let missed =
      current > generation ? commits.commits(generation + 1...current) : nil
    let last = generation
    generation = current
    guard let missed else {
      // Others of another process, or too long ago to be known otherwise.
      guard current > last, last > 0, let changes = try store.changes(after: last, connection)
      else { return forgetAll() }
      return takeOver(changes)
    }
    for commit in missed where commit.author != ObjectIdentifier(self) {
      takeOver(commit.changes)
    }
  }

  /// Takes over what others have saved by now.
  func takeOverCommits() {
    if transaction != nil { return }
    do { try store.read { try refresh($0) } } catch { noteFailure(error) }
  }

  private func takeOver(_ changes: SavedChanges) {
    for (entity, updates) in changes.updated where hasModels(entity: entity) {
      for update in updates {
        guard let model = registered(entity: entity, key: update.key) as? any PersistentModel
        else { continue }
        takeOver(model, update.properties)
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
        vanished.append(model)
      }
    }
  }

  private func takeOver(_ model: any PersistentModel, _ properties: UInt64) {
    if model.hasChanges {
      outdated.append(model)
    } else if !model._$state.has(.fault) {
      makeStale(model, properties)
    }
  }

  /// Lets all models in memory be read anew: it is not known what others have changed.
  private func forgetAll() {
    for entity in store.layout.entities.indices {
      let models = registeredModels(entity: entity)
      for model in models { takeOver(model, .max) }
      // The first ones last, since they are taken from the end.
      stale[entity] = models.isEmpty ? nil : models.map { $0._$state.key }.sorted(by: >)
    }
  }

  /// Lets the models be read anew that others changed while they had changes here.
  func refreshOutdated() {
    let models = outdated
    outdated = []
    for model in models where model._$state.core === self && !model._$state.has(.fault) {
      takeOver(model, .max)
    }
  }

  // MARK: Own commits

  /// Counts a commit of this context's own; its number.
  func countCommit(_ connection: Store.Connection) throws -> Int64 {
    let number = try connection.cachedInteger(
      "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = '' RETURNING last",
      store: store.name)
    // Somebody else has committed since this context last looked.
    if number != generation + 1 { try store.checkMigrations(connection) }
    pendingGeneration = number
    return number
  }

  /// After a commit: tells the other contexts and everyone else, and takes over what others have
  /// committed in between.
  func didCommit(_ changes: SavedChanges) {
    guard let number = pendingGeneration else { return }
    pendingGeneration = nil
    if !commits.hasOneContext {
      commits.add(
        CommitLog.Commit(generation: number, author: ObjectIdentifier(self), changes: changes))
    }
    if number == generation + 1 {
      generation = number
      refreshOutdated()
    } else {
      refreshOutdated()
      takeOverCommits()
    }
    container.didCommit(store, number, changes)
    NotificationCenter.default.post(
      name: ModelContext.didSave, object: context,
      userInfo: changes.userInfo(of: store, number: number, limit: container.identifierLimit(store))
    )
  }

  // MARK: Scheduling

  /// Gives the context the means to run something in its own isolation domain, later.
  func runs(on schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
    let core = WeakCore(core: self)
    let isWaiting = Flag()
    commits.listen(ObjectIdentifier(self)) {
      if isWaiting.set() { return }
      schedule {
        isWaiting.clear()
        core.core?.takeOverCommits()
      }
    }
  }

  /// Whether somebody wants to know of pending work.
  var reportsWork: Bool { autosaves || !workObservers.isEmpty }

  /// Tells of new pending work, or that it was taken back.
  func didGetWork() {
    if autosaves && hasChanges { scheduleAutosave() }
    if workObservers.isEmpty { return }
    workObservers.removeAll { $0.isGone }
    for observer in workObservers { observer.note() }
  }

  /// Saves at the end of the running turn of the context's isolation domain.
  func scheduleAutosave() {
    guard autosaves, !isAutosaveScheduled, let schedule else { return }
    isAutosaveScheduled = true
    let core = WeakCore(core: self)
    schedule { core.core?.autosave() }
  }

  private func autosave() {
    isAutosaveScheduled = false
    guard autosaves, transaction == nil, context != nil, !hasRefusal else { return }
    saveByItself()
  }

  /// Saves if it can: what stops it is said by a notification, and by the next explicit save.
  func saveByItself() {
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

/// A context's core, to be touched in its own isolation domain only.
private struct WeakCore: @unchecked Sendable {
  weak var core: ContextCore?
}

/// Whether something is waiting to run.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Sets it, and says what it was.
  func set() -> Bool { value.exchange(true, ordering: .acquiringAndReleasing) }

  func clear() { value.store(false, ordering: .releasing) }
}
