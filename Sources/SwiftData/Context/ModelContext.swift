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
  /// Posted before a save, with the context as object.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")
  /// Posted after a save that wrote something, with the context as object.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// One for each store of the container.
  ///
  /// No relationship leads from one to another.
  let cores: [ContextCore]
  private let containerCore: ContainerCore

  /// A context on a container's stores.
  public init(_ container: ModelContainer) {
    let containerCore = container.core
    self.containerCore = containerCore
    cores = containerCore.stores.map { ContextCore(container: containerCore, store: $0.store) }
    for core in cores { core.context = self }
  }

  deinit {
    for core in cores { core.dismantle() }
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
  public var deletedModelsArray: [any PersistentModel] { cores.flatMap(\.deleted) }

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
  public func transaction(block: () throws -> Void) throws {
    try transaction(cores[...], block)
  }

  private func transaction(_ cores: ArraySlice<ContextCore>, _ block: () throws -> Void) throws {
    guard let core = cores.first else { return try block() }
    try core.transaction { try transaction(cores.dropFirst(), block) }
  }

  // MARK: Fetching

  /// The models that match, in the order asked for.
  ///
  /// Unsaved changes of this context count, unless ``FetchDescriptor/includePendingChanges`` is
  /// false. Models are loaded completely; relationships load when they are read.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try core(of: T.self).fetch(descriptor)
  }

  /// The number of models that match, without loading them where the store can tell.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try core(of: T.self).fetchCount(descriptor)
  }

  /// The model with an identifier if this context has it in memory.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier)
    -> T?
  {
    core(of: T.self).registeredModel(for: persistentModelID)
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

@available(*, unavailable)
extension ModelContext: Sendable {}
