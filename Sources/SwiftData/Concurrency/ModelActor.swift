// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// An actor with a model context of its own; see ``ModelActor()``.
public protocol ModelActor: Actor {
  /// The container that the context is of.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that the actor runs on, with the context that it guards.
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

  /// The model with an identifier, from the context or the store; nil if there is none.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.core(of: type).model(for: id, as: type)
  }
}

/// An executor that guards a model context.
public protocol ModelExecutor: Executor {
  /// The context, to be used on this executor only.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the jobs of a model actor one after another on a queue of its own.
///
/// Saves wait for the disk: on a queue they block no thread of Swift's small cooperative pool.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
  // The context is not Sendable; the executor's purpose is that only its own jobs touch it.

  /// The context, to be used on this executor only.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SwiftData.DefaultSerialModelExecutor")

  /// An executor for that context.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    let queue = queue
    modelContext.runs(on: { action in queue.async(execute: action) })
  }

  /// Puts a job behind those that wait.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// A reference that does not keep the executor alive.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
