// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The state that a context shares with its models: the store, the identity maps and the pending
/// changes.
///
/// Models and ``ModelContext`` retain it; it retains only models with pending changes. Like its
/// context it belongs to one isolation domain at a time; only the identity maps may be accessed
/// from elsewhere, by a model's deinit.
@usableFromInline
package final class ContextCore {
  let container: ContainerCore
  package let store: Store
  /// The latest commits of the store's contexts.
  let commits: CommitLog
  package internal(set) weak var context: ModelContext?
  /// The current use, which finds violations of the context's isolation.
  let usage = ContextUsage()
  /// The author name that the history records for each save.
  var author: String?
  /// The identity maps by entity index; entities of one table share a map.
  private let maps: [IdentityMap]

  /// New models for the next save, in insertion order.
  @exclusivity(unchecked)
  var pendingInserts = PendingModels()
  /// Saved models with changes.
  @exclusivity(unchecked)
  var pendingChanges = PendingModels()
  /// Saved models that the next save deletes.
  @exclusivity(unchecked)
  var pendingDeletes = PendingModels()
  /// Models whose rows other contexts have deleted.
  var remotelyDeleted = RemotelyDeletedModels()
  /// Keys pending deletion whose models are not in memory, by the root entity of their table.
  var deletedKeys: [Int: Set<Int64>] = [:]
  /// An error from a property setter, thrown by the next save.
  private var setterError: SwiftDataError?
  /// An error from a property getter, thrown by the next fetch or save.
  private var loadError: SwiftDataError?
  /// Many-to-many connections that were removed.
  var removedPairs: [RemovedPair] = []
  /// To-many relationships whose loaded targets reflect pending changes of other models.
  var provisional: [(owner: any PersistentModel, relationship: ModelDescription.Relationship)] = []
  /// The targets of the last prefetch, which may have no other owner yet.
  var prefetched: [AnyObject] = []
  /// The loaded to-many relationships that may be part of a retain cycle.
  var loaded: [LoadedRelationship] = []
  var loadedLimit = ContextCore.loadedMinimum
  /// The keys of models that others may have changed, reloaded in batches, by entity.
  var stale: [Int: [Int64]] = [:]
  /// The loaded properties of partially fetched models.
  ///
  /// An entry remains when its model is released, until the row has another model.
  var partial: [PartialKey: UInt64] = [:]
  /// The number of the last commit that the models in memory reflect.
  var generation: Int64 = 0
  /// The number of this context's running commit.
  var pendingGeneration: Int64?
  /// To-many relationships that gain rows only through foreign keys in the next save.
  var ownersGainingTargets: [Deletion.AffectedRows] = []
  /// Models that others changed while they had pending changes here.
  var outdated: [any PersistentModel] = []
  /// Runs an action later in the context's isolation domain; nil if the domain is unknown.
  var schedule: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  var autosaves = false
  /// Observers of pending changes.
  var pendingChangeObservers: [CoalescingObserver] = []
  var isAutosaveScheduled = false
  /// The running transaction, or the results of the last one.
  @exclusivity(unchecked)
  var running = RunningTransaction()
  /// The connection of the current snapshot read, if there is one.
  @exclusivity(unchecked)
  var snapshot: Store.Connection?
  /// The cancellation of the running fetch; nil outside of a fetch by a task.
  var cancellation: FetchCancellation?
  /// The recorder of changes for undo; nil without an undo manager.
  var undo: UndoRecorder?
  /// The recorder of the former undo manager, which may be set again.
  var idleUndo: UndoRecorder?
  /// The flags of newly loaded and inserted models.
  var loadedFlags: _ModelState.Flags = []
  /// The former keys of deleted models that were inserted again, for the next save.
  var restoredKeys: [ObjectIdentifier: Int64] = [:]
  /// The positions of moved models that undo has moved back, for the next save.
  var restoredPositions: [ObjectIdentifier: [UndoPosition]] = [:]
  /// The models last reached through a to-one relationship, retained for a while.
  private var recent: [AnyObject?]
  private var nextRecent = 0

  init(container: ContainerCore, store: Store, commits: CommitLog) {
    self.container = container
    self.store = store
    self.commits = commits
    let roots = store.layout.entities.map { _ in IdentityMap() }
    maps = store.layout.roots.map { roots[$0] }
    recent = Array(repeating: nil, count: 256)
  }

  /// The connection of the running transaction, if there is one.
  var transaction: Store.Connection? {
    @inline(__always)
    get { running.connection }
  }

  // MARK: Identity

  @usableFromInline
  package func unregister(key: Int64, entity: Int, pointer: UnsafeMutableRawPointer) {
    maps[entity].remove(key, pointer: pointer)
  }

  /// Registers a model under its key.
  func register(_ model: some PersistentModel) {
    let pointer = Unmanaged.passUnretained(model as AnyObject).toOpaque()
    model._$state.registered = pointer
    forgetPartial(model._$state)
    maps[Int(model._$state.entity)].set(pointer, for: model._$state.key)
  }

  /// Registers a new model under the key that the save assigned.
  func registerSaved(_ model: some PersistentModel) {
    let pointer = Unmanaged.passUnretained(model as AnyObject).toOpaque()
    register(&model._$state, pointer)
  }

  private func register(_ state: inout _ModelState, _ pointer: UnsafeMutableRawPointer) {
    state.markSaved()
    state.registered = pointer
    forgetPartial(state)
    maps[Int(state.entity)].set(pointer, for: state.key)
  }

  /// Removes a model whose row was deleted from the identity map.
  func unregister(_ model: some PersistentModel) {
    guard let pointer = model._$state.registered else { return }
    maps[Int(model._$state.entity)].remove(model._$state.key, pointer: pointer)
    model._$state.registered = nil
  }

  /// The model with that key if it is in memory.
  func registered(entity: Int, key: Int64) -> AnyObject? {
    maps[entity].object(for: key)
  }

  package func registered(_ type: any PersistentModel.Type, key: Int64)
    -> (any PersistentModel)?
  {
    guard let entity = store.layout.index(of: type) else { return nil }
    let model = maps[entity].object(for: key) as? any PersistentModel
    guard let model, store.layout.entities[entity].isInTree else { return model }
    return ModelDescription.of(Swift.type(of: model)).isA(type) ? model : nil
  }

  /// True if a model of an entity's table is in memory.
  func hasModels(entity: Int) -> Bool { !maps[entity].isEmpty }

  /// The models of an entity that are in memory.
  func registeredModels(entity: Int) -> [any PersistentModel] {
    let models = maps[entity].all().compactMap { $0 as? any PersistentModel }
    if !store.layout.entities[entity].isInTree { return models }
    return models.filter { Int($0._$state.entity) == entity }
  }

  /// Casts a registered object to a model of an entity; nil for a sibling entity, which only a
  /// damaged store refers to.
  @inline(__always)
  func model<T: PersistentModel>(_ object: AnyObject, as type: T.Type, entity: Int) -> T? {
    if store.layout.entities[entity].isInTree { return object as? T }
    return unsafeDowncast(object, to: T.self)
  }

  /// The model with that key; a fault if it is not in memory.
  func model<T: PersistentModel>(_ type: T.Type, entity: Int, key: Int64) -> T {
    if store.layout.entities[entity].isInTree {
      return modelOfTree(type, entity: entity, key: key)
    }
    if let object = maps[entity].object(for: key) { return unsafeDowncast(object, to: T.self) }
    let fault = makeFault(
      T.self,
      _ModelState(
        key: key, core: self, entity: Int32(entity), flags: loadedFlags.union(.fault)))
    register(fault)
    if !deletedKeys.isEmpty { applyPendingDeletion(fault) }
    return fault
  }

  /// The model of a type that is known only at run time; nil if the schema lacks the type.
  func model(_ type: any PersistentModel.Type, key: Int64) -> (any PersistentModel)? {
    guard let entity = store.layout.index(of: type) else { return nil }
    func open<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      model(type, entity: entity, key: key)
    }
    return open(type)
  }

  /// Retains a model until 256 other models were reached.
  func retainRecentlyUsed(_ object: AnyObject) {
    // Without a context the model would never be released.
    if context == nil { return }
    recent[nextRecent] = object
    nextRecent = (nextRecent + 1) & 255
  }

  // MARK: Pending changes

  var hasChanges: Bool {
    !pendingInserts.isEmpty || !pendingChanges.isEmpty || !pendingDeletes.isEmpty
      || !deletedKeys.isEmpty
  }

  package var inserted: [any PersistentModel] { pendingInserts.models }
  package var changed: [any PersistentModel] { pendingChanges.models }
  package var deleted: [any PersistentModel] { pendingDeletes.models }

  /// Adds a saved model to the pending changes at its first change.
  @usableFromInline
  package func recordChanged(_ model: some PersistentModel) {
    if usage.checkChange() { repairChange(model) }
    pendingChanges.append(model)
    if observesPendingChanges { pendingChangesDidChange() }
  }

  /// Discards pending changes and unloads relationships, which ends retain cycles among models and
  /// this object.
  func tearDown() {
    for index in recent.indices { recent[index] = nil }
    let unsaved = pendingInserts.models + pendingChanges.models
    pendingInserts.close()
    pendingChanges.close()
    pendingDeletes.close()
    provisional = []
    prefetched = []
    outdated = []
    running.deleted = []
    for model in unsaved {
      for relationship in ModelDescription.of(type(of: model)).relationships {
        relationship.access.unload(in: model)
      }
    }
    for (index, entity) in store.layout.entities.enumerated() {
      let description = ModelDescription.of(entity.type)
      let toMany = description.relationships.filter(\.isToMany)
      if toMany.isEmpty { continue }
      for model in registeredModels(entity: index) {
        for relationship in toMany { relationship.access.unload(in: model) }
      }
    }
  }

  // MARK: Deferred errors

  var hasSetterError: Bool { setterError != nil }

  package func recordSetterError(_ error: SwiftDataError) {
    if setterError == nil { setterError = error }
  }

  func recordLoadError(_ error: any Error) {
    if loadError == nil {
      loadError = error as? SwiftDataError ?? .storeFailure.withMessage("\(error)")
    }
  }

  /// Throws the stored error of a property getter.
  func throwLoadError() throws {
    guard let loadError else { return }
    self.loadError = nil
    throw loadError
  }

  /// Throws the stored error of a property setter or getter.
  func throwDeferredErrors() throws {
    try throwLoadError()
    guard let setterError else { return }
    self.setterError = nil
    throw setterError
  }

  func clearDeferredErrors() {
    setterError = nil
    loadError = nil
  }
}
