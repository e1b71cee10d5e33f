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

  let core: ContextCore

  /// A context on a container's store.
  public init(_ container: ModelContainer) {
    core = ContextCore(container: container.core, store: container.core.store)
    core.context = self
  }

  deinit {
    core.dismantle()
  }

  /// The container whose models these are.
  public var container: ModelContainer {
    core.container.container ?? ModelContainer(core.container)
  }

  // MARK: Pending work

  /// True if a save would write something.
  public var hasChanges: Bool { core.hasChanges }

  /// The models that the next save inserts.
  public var insertedModelsArray: [any PersistentModel] { core.inserted }

  /// The saved models that the next save updates.
  public var changedModelsArray: [any PersistentModel] { core.changed }

  /// The models that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] { core.deleted }

  /// Registers a new model, and all new models that are reached from it, for the next save.
  ///
  /// A model that was inserted before is left as it is; one that was deleted and not saved yet is
  /// taken back.
  public func insert<T: PersistentModel>(_ model: T) { core.insert(model) }

  /// Marks a model for deletion at the next save; a model that was never saved is let go at once.
  ///
  /// The delete rules of its relationships are carried out by the save.
  public func delete<T: PersistentModel>(_ model: T) { core.delete(model) }

  /// Writes all pending work in one transaction.
  ///
  /// Throws a ``SwiftDataError`` that names the model and property at fault; the store and the
  /// pending work are then as they were before.
  public func save() throws { try core.save() }

  /// Forgets all pending work: new models leave the context, changed ones have their stored
  /// values again, deleted ones are back.
  public func rollback() { core.rollback() }

  /// Runs `block` and saves, all in one transaction of the store.
  ///
  /// A ``save()`` inside the block writes to the store without committing, and lets go of the
  /// models that it wrote: a file of any size can be read in so, all or nothing. If the block or
  /// the save throws, the store is as it was before, and the context has no pending work.
  public func transaction(block: () throws -> Void) throws { try core.transaction(block) }

  // MARK: Fetching

  /// The models that match, in the order asked for.
  ///
  /// Unsaved changes of this context count, unless ``FetchDescriptor/includePendingChanges`` is
  /// false. Models are loaded completely; relationships load when they are read.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try core.fetch(descriptor)
  }

  /// The number of models that match, without loading them where the store can tell.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try core.fetchCount(descriptor)
  }

  /// The model with an identifier if this context has it in memory.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier)
    -> T?
  {
    core.registeredModel(for: persistentModelID)
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal if they are the same instance.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

@available(*, unavailable)
extension ModelContext: Sendable {}
