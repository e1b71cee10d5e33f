// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a context and its models share: the store, the identity maps and the pending work.
///
/// Models hold it strongly and ``ModelContext`` does too; it holds only models with pending work.
/// Like its context it belongs to one isolation domain at a time; the identity maps alone may be
/// touched from elsewhere, by a model's deinit.
@usableFromInline
package final class ContextCore {
  let container: ContainerCore
  package let store: Store
  /// What the contexts of the store have saved lately.
  let commits: CommitLog
  package internal(set) weak var context: ModelContext?
  /// The name that history keeps with what is saved.
  var author: String?
  /// By the entity's index among the schema's; entities of one table have the same.
  private let maps: [IdentityMap]

  /// Models to be inserted, in the order of their insertion.
  @exclusivity(unchecked)
  var pendingInserts = PendingModels()
  /// Saved models with changes.
  @exclusivity(unchecked)
  var pendingChanges = PendingModels()
  /// Saved models to be deleted.
  @exclusivity(unchecked)
  var pendingDeletes = PendingModels()
  /// Models whose rows others have deleted.
  var vanished = VanishedModels()
  /// Rows to be deleted that are not in memory, by the entity that is the root of their table.
  var deletedKeys: [Int: Set<Int64>] = [:]
  /// What a setter could not refuse; the next save throws it.
  private var refusal: SwiftDataError?
  /// What a getter could not load; the next fetch or save throws it.
  private var failure: SwiftDataError?
  /// Pairs of many-to-many relationships that were taken apart.
  var unpaired: [Unpaired] = []
  /// To-many relationships whose targets in memory show pending work, without a change of their
  /// owners.
  var provisional: [(owner: any PersistentModel, relationship: ModelDescription.Relationship)] = []
  /// The targets of the last prefetch, which nothing else may hold yet.
  var prefetched: [AnyObject] = []
  /// The loaded to-many relationships that may be part of a cycle.
  var loaded: [LoadedRelationship] = []
  var loadedLimit = ContextCore.loadedMinimum
  /// The keys of models that others may have changed, to be read anew together, by entity.
  var stale: [Int: [Int64]] = [:]
  /// The loaded properties of models that were fetched without the others.
  var partial: [PartialKey: UInt64] = [:]
  /// The number of the last commit that the models in memory are known to be in step with.
  var generation: Int64 = 0
  /// The number of the own commit that is running.
  var pendingGeneration: Int64?
  /// To-many relationships that rows come to in the next save without their owners' knowledge.
  var grown: [Deletion.Cleared] = []
  /// How many parts of the running transaction's history are written.
  var historyParts = 0
  /// Models that others changed while they had changes here.
  var outdated: [any PersistentModel] = []
  /// Runs something in the context's isolation domain, where that is known.
  var schedule: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  var autosaves = false
  /// Those who want to know of pending work.
  var workObservers: [WorkObserver] = []
  var isAutosaveScheduled = false
  /// The connection of the transaction that is running, if there is one.
  @exclusivity(unchecked)
  var transaction: Store.Connection?
  /// The connection of the reads that are to see the same, while there are some.
  @exclusivity(unchecked)
  var snapshot: Store.Connection?
  /// Whether the running transaction wrote something, and the external files it is about.
  var wroteInTransaction = false
  /// Models that were cut off in the running transaction, since their rows are gone, and the keys
  /// that they had.
  var deletedInTransaction: [(model: any PersistentModel, key: Int64)] = []
  /// Why a transaction inside the running one failed: neither is committed.
  var failureOfTransaction: (any Error)?
  var filesOfTransaction: [ExternalFiles.Batch] = []
  var obsoleteFilesOfTransaction: [String] = []
  var insertedInTransaction: [NewKeys] = []
  var changesOfTransaction = SavedChanges()
  /// The models that were reached last through a to-one relationship, kept alive for a while.
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

  // MARK: Identity

  @usableFromInline
  package func forget(key: Int64, entity: Int, pointer: UnsafeMutableRawPointer) {
    maps[entity].remove(key, pointer: pointer)
  }

  /// Notes a model under its key.
  func register(_ model: some PersistentModel) {
    let pointer = Unmanaged.passUnretained(model as AnyObject).toOpaque()
    model._$state.registered = pointer
    maps[Int(model._$state.entity)].set(pointer, for: model._$state.key)
  }

  /// Notes a new model under the key that it was saved with.
  func registerSaved(_ model: some PersistentModel) {
    let pointer = Unmanaged.passUnretained(model as AnyObject).toOpaque()
    register(&model._$state, pointer)
  }

  private func register(_ state: inout _ModelState, _ pointer: UnsafeMutableRawPointer) {
    state.markSaved()
    state.registered = pointer
    maps[Int(state.entity)].set(pointer, for: state.key)
  }

  /// Forgets a model whose row is gone.
  func unregister(_ model: some PersistentModel) {
    guard let pointer = model._$state.registered else { return }
    maps[Int(model._$state.entity)].remove(model._$state.key, pointer: pointer)
    model._$state.registered = nil
  }

  /// The model with that key, if it is in memory.
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

  /// True if some model of an entity's table is in memory.
  func hasModels(entity: Int) -> Bool { !maps[entity].isEmpty }

  /// The models of an entity that are in memory.
  func registeredModels(entity: Int) -> [any PersistentModel] {
    let models = maps[entity].all().compactMap { $0 as? any PersistentModel }
    if !store.layout.entities[entity].isInTree { return models }
    return models.filter { Int($0._$state.entity) == entity }
  }

  /// A registered object as a model of an entity; nil if it is one of a sibling entity, to which
  /// only a damaged store leads.
  @inline(__always)
  func model<T: PersistentModel>(_ object: AnyObject, as type: T.Type, entity: Int) -> T? {
    if store.layout.entities[entity].isInTree { return object as? T }
    return unsafeDowncast(object, to: T.self)
  }

  /// The model with that key, as a fault if it is not in memory.
  func model<T: PersistentModel>(_ type: T.Type, entity: Int, key: Int64) -> T {
    if store.layout.entities[entity].isInTree {
      return modelOfTree(type, entity: entity, key: key)
    }
    if let object = maps[entity].object(for: key) { return unsafeDowncast(object, to: T.self) }
    let fault = makeFault(
      T.self, _ModelState(key: key, core: self, entity: Int32(entity), flags: .fault))
    register(fault)
    if !deletedKeys.isEmpty { adoptDeletion(fault) }
    return fault
  }

  /// The same for a type that is known at run time only; nil if the schema does not have it.
  func model(_ type: any PersistentModel.Type, key: Int64) -> (any PersistentModel)? {
    guard let entity = store.layout.index(of: type) else { return nil }
    func open<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      model(type, entity: entity, key: key)
    }
    return open(type)
  }

  /// Keeps a model alive until 256 others were reached.
  func keepForAWhile(_ object: AnyObject) {
    // Without a context nothing would ever let go of it.
    if context == nil { return }
    recent[nextRecent] = object
    nextRecent = (nextRecent + 1) & 255
  }

  // MARK: Pending work

  var hasChanges: Bool {
    !pendingInserts.isEmpty || !pendingChanges.isEmpty || !pendingDeletes.isEmpty
      || !deletedKeys.isEmpty
  }

  package var inserted: [any PersistentModel] { pendingInserts.models }
  package var changed: [any PersistentModel] { pendingChanges.models }
  package var deleted: [any PersistentModel] { pendingDeletes.models }

  /// Takes in a saved model with its first change.
  @usableFromInline
  package func noteChanged(_ model: some PersistentModel) {
    pendingChanges.append(model)
    if reportsWork { didGetWork() }
  }

  /// Lets go of pending work and of relationships that hold loaded models, so that cycles between
  /// models, and those of models and this, end.
  func dismantle() {
    for index in recent.indices { recent[index] = nil }
    let unsaved = pendingInserts.models + pendingChanges.models
    pendingInserts.close()
    pendingChanges.close()
    pendingDeletes.close()
    provisional = []
    prefetched = []
    outdated = []
    deletedInTransaction = []
    for model in unsaved {
      for relationship in ModelDescription.of(type(of: model)).relationships {
        relationship.access.unload(model)
      }
    }
    for (index, entity) in store.layout.entities.enumerated() {
      let description = ModelDescription.of(entity.type)
      let toMany = description.relationships.filter(\.access.isToMany)
      if toMany.isEmpty { continue }
      for model in registeredModels(entity: index) {
        for relationship in toMany { relationship.access.unload(model) }
      }
    }
  }

  // MARK: Errors that come late

  var hasRefusal: Bool { refusal != nil }

  package func refuse(_ error: SwiftDataError) {
    if refusal == nil { refusal = error }
  }

  func noteFailure(_ error: any Error) {
    if failure == nil {
      failure = error as? SwiftDataError ?? .storeFailure.saying("\(error)")
    }
  }

  /// Throws what a getter had to keep back.
  func throwFailure() throws {
    guard let failure else { return }
    self.failure = nil
    throw failure
  }

  /// Throws what a setter or a getter had to keep back.
  func throwRefusal() throws {
    try throwFailure()
    guard let refusal else { return }
    self.refusal = nil
    throw refusal
  }

  func forgetRefusal() {
    refusal = nil
    failure = nil
  }
}
