// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Hands on that something may have changed, to an owner that belongs to an isolation domain.
///
/// It may be told from everywhere. However often that is, the owner is told once, in its domain.
final class WorkObserver: Sendable {
  /// Runs something in the owner's isolation domain, later.
  typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> Void

  private struct Owner: @unchecked Sendable {
    // Unchecked, since the owner is only touched in its own domain, but for its registrar.
    weak var object: AnyObject?
    var react: ((AnyObject) -> Void)?
  }

  private let owner = Mutex(Owner())
  private let isStaleStorage = Atomic<Bool>(false)
  private let isScheduled = Atomic<Bool>(false)
  /// Nil if it is not known how to get into the owner's domain: the owner reacts at once then.
  private let schedule: Schedule?

  init(_ schedule: Schedule?) { self.schedule = schedule }

  /// Lets `react` be called with the owner, which is not kept.
  func attach<T: AnyObject>(_ object: T, _ react: @escaping (T) -> Void) {
    let change = Owner(
      object: object,
      react: { object in
        if let object = object as? T { react(object) }
      })
    owner.withLock { $0 = change }
  }

  /// True once the owner has gone.
  var isGone: Bool { owner.withLock { $0.object == nil } }

  /// True if the owner is told at once, in whichever domain something changes.
  var isReactingInPlace: Bool { schedule == nil }

  /// Says that the owner looks now; true if something may have changed.
  func takeStale() -> Bool { isStaleStorage.exchange(false, ordering: .acquiringAndReleasing) }

  /// Says that something may have changed.
  func note() {
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

  /// How to get into the isolation domain of an actor.
  static func schedule(on actor: (any Actor)?) -> Schedule? {
    guard let actor else { return nil }
    return { action in Task { await run(on: actor, action) } }
  }

  private static func run(on actor: isolated any Actor, _ action: @Sendable () -> Void) {
    action()
  }
}
