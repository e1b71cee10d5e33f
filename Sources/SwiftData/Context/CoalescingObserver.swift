// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Delivers coalesced change notifications to an owner in its isolation domain.
///
/// It can be signalled from any thread. Signals that arrive before the owner reacts cause one
/// reaction.
final class CoalescingObserver: Sendable {
  /// Runs an action later in the owner's isolation domain.
  typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> Void

  private struct Owner: @unchecked Sendable {
    // Unchecked, because the owner is only accessed in its own domain, except for its registrar.
    weak var object: AnyObject?
    var react: ((AnyObject) -> Void)?
  }

  private let owner = Mutex(Owner())
  private let isStaleStorage = Atomic<Bool>(false)
  private let isScheduled = Atomic<Bool>(false)
  /// Nil if the owner's domain is unknown; the owner then reacts immediately, on the signalling
  /// thread.
  private let schedule: Schedule?

  init(_ schedule: Schedule?) { self.schedule = schedule }

  /// Sets the owner, which is not retained, and its reaction.
  func attach<T: AnyObject>(_ object: T, _ react: @escaping (T) -> Void) {
    let change = Owner(
      object: object,
      react: { object in
        if let object = object as? T { react(object) }
      })
    owner.withLock { $0 = change }
  }

  /// True after the owner was released.
  var isOwnerReleased: Bool { owner.withLock { $0.object == nil } }

  /// True if the owner reacts immediately, in the domain of the change.
  var isReactingInPlace: Bool { schedule == nil }

  /// Resets the stale flag and returns its previous value.
  func consumeStale() -> Bool { isStaleStorage.exchange(false, ordering: .acquiringAndReleasing) }

  /// Signals that something may have changed.
  func signal() {
    isStaleStorage.store(true, ordering: .releasing)
    guard let schedule else { return react() }
    if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
    schedule { [self] in
      isScheduled.store(false, ordering: .releasing)
      react()
    }
  }

  private func react() {
    let owner = owner.withLock { $0 }
    if let object = owner.object { owner.react?(object) }
  }

  /// A function that schedules actions on an actor; nil without an actor.
  static func schedule(on actor: (any Actor)?) -> Schedule? {
    guard let actor else { return nil }
    return { action in Task { await run(on: actor, action) } }
  }

  private static func run(on actor: isolated any Actor, _ action: @Sendable () -> Void) {
    action()
  }
}
