// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// An actor with its own model context; see ``ModelActor()``.
///
/// ```swift
/// @ModelActor
/// actor TripArchive {
///   func rename(_ id: PersistentIdentifier, to name: String) throws {
///     self[id, as: Trip.self]?.name = name
///     try modelContext.save()
///   }
/// }
/// ```
public protocol ModelActor: Actor {
  /// The container of the actor's context.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that runs the actor and isolates its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The executor of ``modelExecutor``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let executor = modelExecutor as? any SerialModelExecutor else {
      preconditionFailure("the modelExecutor of \(Self.self) must be a SerialModelExecutor")
    }
    return executor.asUnownedSerialExecutor()
  }

  /// The model with an identifier, from the context or the store; nil if it does not exist.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.core(of: type).model(for: id, as: type)
  }
}

/// An executor that isolates a model context.
///
/// ```swift
/// func countTrips(in archive: isolated some ModelActor) throws -> Int {
///   try archive.modelExecutor.modelContext.fetchCount(FetchDescriptor<Trip>())
/// }
/// ```
public protocol ModelExecutor: Executor {
  /// The context, which must be used only on this executor.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// A serial executor that runs the jobs of a model actor on its own dispatch queue.
///
/// ```swift
/// actor TripCounter: ModelActor {
///   nonisolated let modelContainer: ModelContainer
///   nonisolated let modelExecutor: any ModelExecutor
///
///   init(modelContainer: ModelContainer) {
///     self.modelContainer = modelContainer
///     modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
///   }
/// }
/// ```
///
/// Saves wait for the disk. On a queue, they don't block a thread of Swift's small cooperative
/// pool.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // The context is not Sendable; only the executor's own jobs access it.

  /// The context, which must be used only on this executor.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.DefaultSerialModelExecutor")

  /// Creates an executor for a context.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    let queue = queue
    modelContext.runs(on: { action in queue.async(execute: action) })
  }

  /// Enqueues a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// An unowned reference to the executor.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
