// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A set of models that are fetched, changed and saved together.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Alps"))
/// try context.save()
/// ```
///
/// A context and its models belong to one isolation domain. Use a context for each actor (see
/// ``ModelActor()``), and hand a ``PersistentIdentifier`` from one to the other. A context that
/// lives long keeps few models in memory: those with unsaved changes, and those that you hold.
public final class ModelContext {
  /// One for each store of the container.
  ///
  /// No relationship leads from one to another.
  let cores: [ContextCore]
  private let containerCore: ContainerCore

  /// The identity of the context towards its stores.
  public var editingState = EditingState() {
    didSet { for core in cores { core.author = editingState.author } }
  }

  /// A context on a container's stores.
  public convenience init(_ container: ModelContainer) { self.init(container.core) }

  /// A context on the stores of a container, which it does not keep.
  init(_ containerCore: ContainerCore) {
    self.containerCore = containerCore
    cores = containerCore.stores.map {
      ContextCore(container: containerCore, store: $0.store, commits: $0.commits)
    }
    for core in cores {
      core.context = self
      core.commits.enter()
    }
  }

  /// The main context of a container, which runs on the main actor.
  convenience init(mainOf container: ModelContainer) {
    self.init(container)
    runs(on: { action in Task { @MainActor in action() } })
    for (core, store) in zip(cores, container.core.stores) {
      core.autosaves = store.configuration.isAutosaveEnabled
    }
  }

  /// Gives the context the means to run something in its own isolation domain, later.
  func runs(on schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    for core in cores { core.runs(on: schedule) }
  }

  deinit {
    for core in cores {
      if core.autosaves && core.hasChanges { core.saveByItself() }
      core.commits.leave(ObjectIdentifier(core))
      core.dismantle()
    }
  }

  /// The container whose models these are.
  public var container: ModelContainer {
    containerCore.container ?? ModelContainer(containerCore)
  }

  /// The core of the store that has a type's models; the first for a type that none has, which
  /// refuses it.
  func core(of type: any PersistentModel.Type) -> ContextCore {
    if cores.count == 1 { return cores[0] }
    return cores.first { $0.store.layout.index(of: type) != nil } ?? cores[0]
  }

  // MARK: Pending work

  /// True if a save would write something.
  public var hasChanges: Bool { cores.contains(where: \.hasChanges) }

  /// The models that the next save inserts.
  public var insertedModelsArray: [any PersistentModel] { cores.flatMap(\.inserted) }

  /// The saved models that the next save updates.
  public var changedModelsArray: [any PersistentModel] { cores.flatMap(\.changed) }

  /// The models that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] { cores.flatMap(\.allDeleted) }

  /// Registers a new model, and all new models that are reached from it, for the next save.
  ///
  /// A model that was inserted before is left as it is; one that was deleted and not saved yet is
  /// taken back.
  public func insert<T: PersistentModel>(_ model: T) {
    core(of: type(of: model)).insert(model)
  }

  /// Marks a model for deletion at the next save; a model that was never saved is let go at once.
  ///
  /// The delete rules of its relationships are carried out by the save.
  public func delete<T: PersistentModel>(_ model: T) {
    core(of: type(of: model)).delete(model)
  }

  /// Marks all models of a type that match for deletion at the next save; all of them without a
  /// predicate.
  ///
  /// Fetches leave them out from now on, and ``rollback()`` takes the deletion back. Models that
  /// are not in memory are not loaded for it. The delete rules are carried out as for
  /// ``delete(_:)``. Models of subclasses match too, unless `includeSubclasses` is false.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    try core(of: T.self).delete(model, where: predicate, includeSubclasses)
  }

  /// Takes over what other contexts and other processes have saved.
  ///
  /// Fetches and saves do so too, and the main context and those of model actors by themselves,
  /// soon after.
  public func processPendingChanges() {
    for core in cores { core.takeOverCommits() }
  }

  /// Whether the context saves by itself; true for ``ModelContainer/mainContext``, false for others
  /// unless set.
  ///
  /// The main context saves at the end of the main actor's turn, the context of a model actor at the
  /// end of the actor's, any context when it goes. A save that fails leaves the pending work as it
  /// is; the next ``save()`` says why.
  public var autosaveEnabled: Bool {
    get { cores.contains(where: \.autosaves) }
    set {
      for core in cores {
        core.autosaves = newValue
        if newValue && core.hasChanges { core.scheduleAutosave() }
      }
    }
  }

  /// Writes all pending work in one transaction.
  ///
  /// Throws a ``SwiftDataError`` that names the model and property at fault; the store and the
  /// pending work are then as they were before. The stores of a container that has several are
  /// written one after another.
  public func save() throws {
    for core in cores { try core.save() }
  }

  /// Forgets all pending work: new models leave the context, changed ones have their stored
  /// values again, deleted ones are back.
  public func rollback() {
    for core in cores { core.rollback() }
  }

  /// Runs `block` and saves, all in one transaction of the store.
  ///
  /// A ``save()`` inside the block writes to the store without committing, and lets go of the
  /// models that it wrote: a file of any size can be read in so, all or nothing. If the block or
  /// the save throws, the store is as it was before, and the context has no pending work.
  ///
  /// A transaction inside another is a part of it: if it throws, neither is committed, and the outer
  /// one throws the same error even if the block has caught it.
  public func transaction(block: () throws -> Void) throws {
    try transaction(cores[...], block)
  }

  private func transaction(_ cores: ArraySlice<ContextCore>, _ block: () throws -> Void) throws {
    guard let core = cores.first else { return try block() }
    try core.transaction { try transaction(cores.dropFirst(), block) }
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

extension ModelContext: CustomDebugStringConvertible {
  /// The stores and the numbers of models with pending work.
  public var debugDescription: String {
    let deleted = cores.reduce(0) { count, core in
      core.deletedKeys.values.reduce(count + core.deleted.count) { $0 + $1.count }
    }
    let stores = cores.map(\.store.name).joined(separator: ", ")
    return "ModelContext on \(stores) (\(insertedModelsArray.count) inserted, "
      + "\(changedModelsArray.count) changed, \(deleted) deleted)"
  }
}

@available(*, unavailable)
extension ModelContext: Sendable {}
