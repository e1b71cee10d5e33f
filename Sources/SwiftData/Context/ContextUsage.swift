// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime
import Dispatch
import Foundation
import Synchronization
import SystemSupport

// A context belongs to one isolation domain. The compiler verifies that only in the Swift 6 language
// mode, and not past `nonisolated(unsafe)` or `@unchecked Sendable`.
//
// In debug builds a violation ends the program with a message. In release builds, operations of two
// threads run one after another. A main context with changes that were made off the main actor runs no
// merges and autosaves on the main actor until the next save, so that none of them overwrites or misses a
// property that is being set. Until then, it merges other saves in its fetches and saves only, as other
// contexts do.

/// The current use of a context, which finds violations of its isolation.
final class ContextUsage: @unchecked Sendable {
  // Unchecked, because only the owner's thread accesses the plain properties, after it was set up.

  /// The number of the thread that runs an operation; 0 for none.
  private let owner = Atomic<UInt>(0)
  /// The number of operations of the owner that contain the current one.
  private var depth = 0
  /// True while the owner runs a merge or an autosave that the context has scheduled.
  private let isScheduled = Atomic<Bool>(false)
  /// True if a scheduled merge waits for the end of an operation.
  private let isDeferred = Atomic<Bool>(false)
  /// True while the main context has changes that were made off the main actor.
  private let isForeign = Atomic<Bool>(false)
  private let hasWarned = Atomic<Bool>(false)
  /// Whether the context is the main one, which may be used on the main actor only.
  private(set) var isMain = false
  /// Runs the deferred merge; nil if the context schedules none.
  private var runDeferred: (@Sendable () -> Void)?
  /// Whether a violation ends the program: in debug builds.
  var endsProgram = ContextUsage.isDebugBuild
  /// The longest time that an operation waits for one of another thread, which may wait for the
  /// caller itself.
  var patience: Duration = .seconds(10)

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Restricts the context to the main actor.
  func restrictToMainActor() { isMain = true }

  /// Ends the restriction, for the last save of a context that is being released on any thread.
  func end() { isMain = false }

  /// Sets the function that runs a merge later, after an operation during which it could not run.
  func schedulesMerges(_ run: @escaping @Sendable () -> Void) { runDeferred = run }

  // MARK: Operations

  /// Marks the beginning of an operation on the current thread.
  ///
  /// - Returns: False if another thread has used the context for too long; there must be no matching
  ///   ``leave()``.
  func enter(_ operation: StaticString, isChange: Bool) -> Bool {
    if isMain { checkMainActor(operation, isChange) }
    let thread = UInt(cairn_thread_number())
    if owner.load(ordering: .relaxed) == thread {
      depth += 1
      return true
    }
    if owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
      return true
    }
    return waitToEnter(thread, operation)
  }

  /// Marks the end of an operation.
  func leave() {
    if depth > 0 {
      depth -= 1
      return
    }
    guard runDeferred != nil else { return owner.store(0, ordering: .releasing) }
    owner.store(0, ordering: .sequentiallyConsistent)
    if isDeferred.load(ordering: .sequentiallyConsistent) { resumeMerge() }
  }

  private func resumeMerge() {
    if isDeferred.exchange(false, ordering: .sequentiallyConsistent) { runDeferred?() }
  }

  /// Lets other threads use the context while observers run, which may wait for them.
  func pausing(_ body: () -> Void) {
    let thread = UInt(cairn_thread_number())
    guard depth == 0, owner.load(ordering: .relaxed) == thread else { return body() }
    owner.store(0, ordering: .releasing)
    body()
    // Without a limit: this operation holds no lock that the other thread may need.
    while !waitForOwner(thread) {}
  }

  private func waitToEnter(_ thread: UInt, _ operation: StaticString) -> Bool {
    // A scheduled merge is no violation: a model actor's initializer runs on the caller's thread.
    if endsProgram, !isScheduled.load(ordering: .acquiring) {
      preconditionFailure(Self.concurrentUse(operation))
    }
    return waitForOwner(thread)
  }

  private func waitForOwner(_ thread: UInt) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + patience
    while !owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
      if clock.now > end { return false }
      Thread.sleep(forTimeInterval: 0.0001)
    }
    return true
  }

  // MARK: Properties

  /// Checks the change of a model's property.
  ///
  /// - Returns: True if a merge may have run since the change began.
  @inline(__always)
  func checkChange() -> Bool {
    if !isMain, owner.load(ordering: .relaxed) == 0 { return false }
    return checkChangeSlowly()
  }

  private func checkChangeSlowly() -> Bool {
    let operation: StaticString = "the setter of a property"
    if isMain { checkMainActor(operation, true) }
    let thread = UInt(cairn_thread_number())
    let current = owner.load(ordering: .sequentiallyConsistent)
    if current != 0, current != thread {
      if endsProgram, !isScheduled.load(ordering: .acquiring) {
        preconditionFailure(Self.concurrentUse(operation))
      }
      if waitForOwner(thread) { leave() }
      return true
    }
    return isForeign.load(ordering: .relaxed)
  }

  /// Checks that a fault of the main context is loaded on the main actor.
  @inline(__always)
  func checkAccess() {
    if isMain { checkMainActor("the getter of a property", false) }
  }

  // MARK: Scheduled work

  /// Runs a merge or an autosave that the context has scheduled in its isolation domain.
  ///
  /// If another thread uses the context, the work is scheduled again for the end of that use. If the
  /// main context has changes from elsewhere, it does not run.
  func runScheduled(_ body: () -> Void) {
    let thread = UInt(cairn_thread_number())
    if owner.load(ordering: .relaxed) == thread { return body() }
    if !acquire(thread) {
      isDeferred.store(true, ordering: .sequentiallyConsistent)
      // The owner may have left before it could see the flag.
      guard acquire(thread) else { return }
      isDeferred.store(false, ordering: .sequentiallyConsistent)
    }
    isScheduled.store(true, ordering: .releasing)
    if !isForeign.load(ordering: .sequentiallyConsistent) { body() }
    isScheduled.store(false, ordering: .releasing)
    leave()
  }

  /// Lets scheduled work run again after a save of all changes.
  func didSaveAll() {
    guard isForeign.load(ordering: .relaxed) else { return }
    isForeign.store(false, ordering: .sequentiallyConsistent)
    runDeferred?()
  }

  private func acquire(_ thread: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: thread, ordering: .sequentiallyConsistent).exchanged
  }

  // MARK: Violations

  private func checkMainActor(_ operation: StaticString, _ isChange: Bool) {
    if MainQueue.isCurrent { return }
    let message = """
      \(operation) of a container's main context was called off the main actor. Use mainContext on the \
      main actor only, and create a ModelContext or a model actor for other tasks.
      """
    if endsProgram { preconditionFailure(message) }
    if isChange { isForeign.store(true, ordering: .sequentiallyConsistent) }
    if !hasWarned.exchange(true, ordering: .relaxed) { Warning.log("SwiftData: \(message)") }
  }

  private static func concurrentUse(_ operation: StaticString) -> String {
    """
    \(operation) of a context was called while another thread used the context. Create a ModelContext or a \
    model actor for each task, and pass a PersistentIdentifier between them.
    """
  }

  /// The error of an operation that another thread has prevented.
  static func prevented(_ operation: StaticString) -> SwiftDataError {
    .storeIsLocked.withMessage(
      "\(operation) was not completed: another thread has used the context for too long. "
        + "Create a ModelContext or a model actor for each task.")
  }
}

/// The main dispatch queue, which runs the jobs of the main actor, on any thread once the first one
/// has ended.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool {
    cairn_is_main_thread() || DispatchQueue.getSpecific(key: key) == true
  }
}

extension ContextCore {
  /// Runs an operation of the context on the current thread.
  @inline(__always)
  func use<R>(
    _ operation: StaticString, isChange: Bool = false, _ body: () throws -> R
  ) throws -> R {
    guard usage.enter(operation, isChange: isChange) else {
      throw ContextUsage.prevented(operation)
    }
    defer { usage.leave() }
    return try body()
  }

  /// Runs a change that can't throw; the next save throws if another thread has prevented it.
  @inline(__always)
  func useOrDefer(_ operation: StaticString, _ body: () -> Void) {
    guard usage.enter(operation, isChange: true) else {
      return recordSetterError(ContextUsage.prevented(operation))
    }
    defer { usage.leave() }
    body()
  }

  /// Repairs a model that a concurrent merge may have marked as unchanged or as a fault while a
  /// property was being set.
  func repairChange(_ model: some PersistentModel) {
    model._$state.flags.insert(.changed)
    Self.fulfillIfNeeded(model)
  }
}
