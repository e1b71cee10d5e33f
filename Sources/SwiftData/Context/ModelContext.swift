// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A set of models that are fetched, changed and saved together.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Alps"))
/// try context.save()
/// ```
///
/// A context and its models belong to one isolation domain. Use one context for each actor (see
/// ``ModelActor()``), and pass a ``PersistentIdentifier`` between them. In debug builds, the use of a
/// context by two threads at once, or of ``ModelContainer/mainContext`` off the main actor, ends the
/// program with a message. In release builds such operations run one after another. A long-lived context keeps
/// few models in memory: models with unsaved changes, and models that you retain.
public final class ModelContext {
  /// One core for each store of the container.
  ///
  /// Relationships never connect models of different stores.
  let cores: [ContextCore]
  private let containerCore: ContainerCore

  /// The identity of the context towards its stores.
  public var editingState = EditingState() {
    didSet { for core in cores { core.author = editingState.author } }
  }

  /// The manager that undoes and redoes the context's changes; nil, the default, for none.
  ///
  /// Undo covers inserts, deletes with their cascades, and changes of attributes and relationships,
  /// also after they were saved: it then makes new changes for the next save. A deleted and saved
  /// model returns as the same object with its former values, relationships and identifier. The
  /// changes between two saves are one undo group, unless the program opens groups itself.
  ///
  /// ```swift
  /// context.undoManager = UndoManager()
  /// context.delete(trip)
  /// try context.save()
  /// context.undoManager?.undo()
  /// try context.save()
  /// ```
  ///
  /// The manager retains the models of its operations, and a deletion loads its cascade. Set it to
  /// nil around imports. ``rollback()`` empties the manager's stacks.
  public var undoManager: UndoManager? {
    didSet { for core in cores { core.setUndoManager(undoManager) } }
  }

  /// Creates a context on a container's stores.
  public convenience init(_ container: ModelContainer) { self.init(container.core) }

  /// Creates a context on the stores of a container without retaining the container.
  init(_ containerCore: ContainerCore) {
    self.containerCore = containerCore
    cores = containerCore.stores.map {
      ContextCore(container: containerCore, store: $0.store, commits: $0.commits)
    }
    for core in cores {
      core.context = self
      core.commits.addContext()
      core.store.custom?.begin(core, editingState)
    }
  }

  /// Creates the main context of a container, which runs on the main actor.
  convenience init(mainOf container: ModelContainer) {
    self.init(container)
    runs(on: { action in Task { @MainActor in action() } })
    for core in cores { core.usage.restrictToMainActor() }
    for (core, store) in zip(cores, container.core.stores) {
      core.autosaves = store.configuration.isAutosaveEnabled
    }
  }

  /// Sets the function that runs an action later in the context's isolation domain.
  func runs(on schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    for core in cores { core.runs(on: schedule) }
  }

  /// Whether a violation of the context's isolation ends the program; true in debug builds.
  package var endsProgramOnMisuse: Bool {
    get { cores.allSatisfy(\.usage.endsProgram) }
    set { for core in cores { core.usage.endsProgram = newValue } }
  }

  /// The longest time that an operation waits for one of another thread, in release builds.
  package var misusePatience: Duration {
    get { cores.first?.usage.patience ?? .zero }
    set { for core in cores { core.usage.patience = newValue } }
  }

  deinit {
    for core in cores {
      core.usage.end()
      if core.autosaves && core.hasChanges { core.saveAutomatically() }
      core.closeUndo()
      core.commits.removeContext(ObjectIdentifier(core))
      core.tearDown()
      core.store.custom?.end(core)
    }
  }

  /// The container of the context's models.
  public var container: ModelContainer {
    containerCore.container ?? ModelContainer(containerCore)
  }

  /// The core of the store that has a type's models; the first core for an unknown type, which
  /// rejects it.
  func core(of type: any PersistentModel.Type) -> ContextCore {
    if cores.count == 1 { return cores[0] }
    return cores.first { $0.store.layout.index(of: type) != nil } ?? cores[0]
  }

  // MARK: Pending changes

  /// True if a save would write changes.
  public var hasChanges: Bool { cores.contains(where: \.hasChanges) }

  /// The models that the next save inserts.
  public var insertedModelsArray: [any PersistentModel] { cores.flatMap(\.inserted) }

  /// The saved models that the next save updates.
  public var changedModelsArray: [any PersistentModel] { cores.flatMap(\.changed) }

  /// The models that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] { cores.flatMap(\.allDeleted) }

  /// Registers a new model, and all new models that are reachable from it, for the next save.
  ///
  /// A model that was inserted before stays as it is; an unsaved deletion is cancelled.
  public func insert<T: PersistentModel>(_ model: T) {
    let core = core(of: type(of: model))
    core.useOrDefer("insert(_:)") { core.insert(model) }
  }

  /// Marks a model for deletion at the next save; a model that was never saved is released at once.
  ///
  /// The save applies the delete rules of its relationships.
  public func delete<T: PersistentModel>(_ model: T) {
    let core = core(of: type(of: model))
    core.useOrDefer("delete(_:)") { core.delete(model) }
  }

  /// Marks all matching models of a type for deletion at the next save; without a predicate, all of
  /// them.
  ///
  /// Fetches exclude them from now on, and ``rollback()`` cancels the deletion. Models that are not
  /// in memory are not loaded. The delete rules apply as for ``delete(_:)``. Models of subclasses
  /// match too, unless `includeSubclasses` is false.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    let core = core(of: T.self)
    try core.use("delete(model:where:)", isChange: true) {
      try core.delete(model, where: predicate, includeSubclasses)
    }
  }

  /// Registers changes with the undo manager, and applies the commits of other contexts and
  /// processes.
  ///
  /// Fetches and saves do so too. The main context and those of model actors also apply them by
  /// themselves, soon after each commit.
  public func processPendingChanges() {
    for core in cores {
      core.useOrDefer("processPendingChanges()") {
        core.undo?.registerUndo()
        core.applyRemoteCommits()
      }
    }
  }

  /// Whether the context saves automatically; true for ``ModelContainer/mainContext``, false for
  /// others unless set.
  ///
  /// The main context saves at the end of the main actor's turn, the context of a model actor at
  /// the end of the actor's turn, and any context when it is released. A failed save leaves the
  /// pending changes as they are; the next ``save()`` throws the error.
  public var autosaveEnabled: Bool {
    get { cores.contains(where: \.autosaves) }
    set {
      for core in cores {
        core.autosaves = newValue
        if newValue && core.hasChanges { core.scheduleAutosave() }
      }
    }
  }

  /// Writes all pending changes in one transaction.
  ///
  /// Throws a ``SwiftDataError`` that names the model and property at fault; the store and the
  /// pending changes are then unchanged. A container with several stores writes them one after
  /// another.
  public func save() throws {
    // The changes of all stores belong to one undo group.
    if cores.count > 1 { for core in cores { core.undo?.registerUndo() } }
    for core in cores {
      try core.use("save()") { try core.save() }
      core.usage.didSaveAll()
    }
  }

  /// Discards all pending changes: new models leave the context, changed models have their stored
  /// values again, and deletions are cancelled.
  ///
  /// The stacks of the ``undoManager`` become empty.
  public func rollback() {
    for core in cores { core.useOrDefer("rollback()") { core.rollback() } }
  }

  /// Runs `block` and saves, all in one transaction of the store.
  ///
  /// ```swift
  /// try context.transaction {
  ///   context.insert(Trip(name: "Alps"))
  ///   context.insert(Trip(name: "Jura"))
  /// }
  /// ```
  ///
  /// A ``save()`` inside the block writes to the store without committing and releases the written
  /// models, so a file of any size can be imported atomically. If the block or the save throws, the
  /// store is unchanged and the context has no pending changes.
  ///
  /// A nested transaction is part of the outer one: if it throws, neither is committed, and the
  /// outer one throws the same error even if the block has caught it.
  public func transaction(block: () throws -> Void) throws {
    try transaction(cores[...], block)
  }

  private func transaction(_ cores: ArraySlice<ContextCore>, _ block: () throws -> Void) throws {
    guard let core = cores.first else { return try block() }
    try core.use("transaction(block:)", isChange: true) {
      try core.transaction { try transaction(cores.dropFirst(), block) }
    }
    core.usage.didSaveAll()
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

extension ModelContext: CustomDebugStringConvertible {
  /// The stores and the numbers of models with pending changes.
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

/// The identity of a context towards its stores.
///
/// ```swift
/// context.editingState.author = "importer"
/// context.insert(Trip(name: "Alps"))
/// try context.save()
/// ```
public struct EditingState: Identifiable, Sendable {
  /// The context's unique identifier.
  public let id: UUID
  /// The author name that the history records for the context's saves.
  public var author: String?

  init() { id = UUID() }
}
