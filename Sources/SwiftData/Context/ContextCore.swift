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
  package internal(set) weak var context: ModelContext?
  /// By the entity's index among the schema's.
  private let maps: [IdentityMap]

  /// Models to be inserted, in the order of their insertion.
  @exclusivity(unchecked)
  package internal(set) var inserted: [any PersistentModel] = []
  /// Saved models with changes.
  @exclusivity(unchecked)
  package internal(set) var changed: [any PersistentModel] = []
  /// Saved models to be deleted.
  @exclusivity(unchecked)
  package internal(set) var deleted: [any PersistentModel] = []
  /// What a setter could not refuse; the next save throws it.
  var refusal: SwiftDataError?
  /// The connection of the transaction that is running, if there is one.
  @exclusivity(unchecked)
  var transaction: Store.Connection?
  /// Whether the running transaction wrote something, and the external files it is about.
  var wroteInTransaction = false
  var filesOfTransaction: [ExternalFiles.Batch] = []
  var obsoleteFilesOfTransaction: [String] = []
  /// The models that were reached last through a to-one relationship, kept alive for a while.
  private var recent: [AnyObject?]
  private var nextRecent = 0

  init(container: ContainerCore, store: Store) {
    self.container = container
    self.store = store
    maps = store.layout.entities.map { _ in IdentityMap() }
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
    return maps[entity].object(for: key) as? any PersistentModel
  }

  /// The models of an entity that are in memory.
  func registeredModels(entity: Int) -> [any PersistentModel] {
    maps[entity].all().compactMap { $0 as? any PersistentModel }
  }

  /// The model with that key, as a fault if it is not in memory.
  func model<T: PersistentModel>(_ type: T.Type, entity: Int, key: Int64) -> T {
    if let object = maps[entity].object(for: key) { return unsafeDowncast(object, to: T.self) }
    let fault = makeFault(
      T.self, _ModelState(key: key, core: self, entity: Int32(entity), flags: .fault))
    register(fault)
    return fault
  }

  /// Keeps a model alive until 256 others were reached.
  func keepForAWhile(_ object: AnyObject) {
    // Without a context nothing would ever let go of it.
    if context == nil { return }
    recent[nextRecent] = object
    nextRecent = (nextRecent + 1) & 255
  }

  // MARK: Staleness

  /// The number of the last commit that the models in memory are known to be in step with.
  private var generation: Int64 = 0

  /// If others have committed since, lets the unchanged models in memory be read anew.
  func refresh(_ connection: Store.Connection) throws {
    let current = try connection.cachedInteger(
      "SELECT last FROM _cairn_sequence WHERE entity = ''", store: store.name)
    guard current != generation, transaction == nil else { return }
    generation = current
    for index in store.layout.entities.indices {
      for model in registeredModels(entity: index) where !model.hasChanges {
        model._$state.flags.insert(.fault)
      }
    }
  }

  /// Counts a commit of this context's own.
  func countCommit(_ connection: Store.Connection) throws {
    let current = try connection.cachedInteger(
      "UPDATE _cairn_sequence SET last = last + 1 WHERE entity = '' RETURNING last",
      store: store.name)
    if current == generation + 1 { pendingGeneration = current }
  }

  /// What ``generation`` becomes when the running write has been committed.
  private var pendingGeneration: Int64?

  /// Ends what ``countCommit(_:)`` began.
  func endCommit(isSuccess: Bool) {
    if isSuccess, let pendingGeneration { generation = pendingGeneration }
    pendingGeneration = nil
  }

  // MARK: Pending work

  var hasChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }

  @usableFromInline
  package func noteChanged(_ model: some PersistentModel) {
    if model._$state.has(.inserted) || model._$state.has(.deleted) { return }
    changed.append(model)
  }

  package func refuse(_ error: SwiftDataError) {
    if refusal == nil { refusal = error }
  }

  /// Takes in a new model and all new models that are reached from it.
  package func insert(_ model: any PersistentModel) {
    guard takeIn(model) else { return }
    // First come, first served: the order of insertion is the order in which they are read.
    var waiting: [any PersistentModel] = []
    var reached = 0
    var next = model
    while true {
      waiting += RelationshipMaintenance.linkAssigned(next)
      for relationship in ModelDescription.of(type(of: next)).relationships {
        for target in relationship.access.objects(next) where target._$state.core == nil {
          waiting.append(target)
        }
      }
      while reached < waiting.count, !takeIn(waiting[reached]) { reached += 1 }
      guard reached < waiting.count else { return }
      next = waiting[reached]
      reached += 1
    }
  }

  /// Makes one model a pending insert; false if it is known already.
  private func takeIn(_ model: any PersistentModel) -> Bool {
    if let core = model._$state.core {
      if core !== self {
        refuse(
          .modelValidationFailure.saying(
            "A \(type(of: model)) that belongs to another ModelContext was inserted. "
              + "Fetch it by its persistentModelID instead."))
      } else if model._$state.has(.deleted) {
        model._$state.flags.remove(.deleted)
        deleted.removeAll { $0 === model }
        if model._$state.has(.changed) { changed.append(model) }
      }
      return false
    }
    guard let entity = store.layout.index(of: type(of: model)) else {
      refuse(.notInSchema(type(of: model)))
      return false
    }
    model._$state.join(self, entity: Int32(entity))
    inserted.append(model)
    return true
  }

  /// Marks a model for deletion; a new one is just let go.
  package func delete(_ model: any PersistentModel) {
    guard model._$state.core === self else {
      if model._$state.core != nil {
        refuse(
          .modelValidationFailure.saying(
            "A \(type(of: model)) was deleted in a ModelContext that it does not belong to."))
      }
      return
    }
    if model._$state.has(.inserted) {
      inserted.removeAll { $0 === model }
      unlinkFromAll(model)
      release(model)
    } else if !model._$state.has(.deleted) {
      model._$state.flags.insert(.deleted)
      changed.removeAll { $0 === model }
      deleted.append(model)
    }
  }

  /// Takes a model out of the relationships of the models in memory.
  func unlinkFromAll(_ model: any PersistentModel) {
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      guard let inverse = description.inverse(of: relationship) else { continue }
      var targets = relationship.access.objects(model)
      if targets.isEmpty {
        let key = relationship.access.storedKey(model)
        if key > 0, let target = registered(relationship.access.target, key: key) {
          targets = [target]
        }
      }
      for target in targets where !target._$state.has(.fault) {
        inverse.access.unlink(target, model)
      }
    }
  }

  /// Cuts a model off from the context; it keeps its values.
  func release(_ model: some PersistentModel) {
    unregister(model)
    model._$state.core = nil
    model._$state.key = 0
    model._$state.changes = 0
    model._$state.flags = model._$state.flags.intersection(.observed)
  }

  /// Forgets all pending work.
  func rollback() {
    refusal = nil
    for model in inserted { release(model) }
    for model in deleted { model._$state.flags.remove(.deleted) }
    for model in changed + deleted where model._$state.has(.changed) { revert(model) }
    inserted = []
    changed = []
    deleted = []
  }

  /// Makes a changed model a fault, so that its values are read anew.
  func revert(_ model: some PersistentModel) {
    model._$state.changes = 0
    model._$state.flags.remove(.changed)
    model._$state.flags.insert(.fault)
  }

  /// Lets go of relationships that hold loaded models, so that cycles between models end.
  func dismantle() {
    for index in recent.indices { recent[index] = nil }
    for (index, entity) in store.layout.entities.enumerated() {
      let description = ModelDescription.of(entity.type)
      let toMany = description.relationships.filter(\.access.isToMany)
      if toMany.isEmpty { continue }
      for model in registeredModels(entity: index) where !model.hasChanges {
        for relationship in toMany { relationship.access.unload(model) }
      }
    }
  }
}
