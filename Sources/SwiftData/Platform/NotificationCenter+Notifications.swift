// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// The function is disfavored, so that one of a later version of Foundation has precedence.

extension NotificationCenter {
  /// Returns the notifications with a name, posted by an object or by any, as an async sequence.
  ///
  /// ```swift
  /// for await notification in NotificationCenter.default.notifications(named: ModelContext.didSave) {
  ///   let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
  ///   let updated = notification.userInfo?[key] as? [PersistentIdentifier]
  ///   print("updated models:", updated?.count ?? 0)
  /// }
  /// ```
  ///
  /// The function has the API of Foundation's on Apple's systems, which Foundation on Linux lacks. An
  /// iteration receives the notifications from its start until its task is cancelled, and stores
  /// those that it has not returned yet.
  @_disfavoredOverload
  public func notifications(named name: Notification.Name, object: AnyObject? = nil)
    -> Notifications
  {
    Notifications(center: self, name: name, object: object)
  }

  /// The notifications of a center with a name, by `notifications(named:object:)`.
  ///
  /// ```swift
  /// func waitForSave() async {
  ///   let saves = NotificationCenter.default.notifications(named: ModelContext.didSave)
  ///   _ = await saves.first { _ in true }
  /// }
  /// ```
  public struct Notifications: AsyncSequence, @unchecked Sendable {
    // Unchecked: a center may be used by all threads, and the object serves for comparisons only.

    /// A notification.
    public typealias Element = Notification
    /// Iterations don't fail.
    public typealias Failure = Never

    fileprivate let center: NotificationCenter
    fileprivate let name: Notification.Name
    fileprivate let object: AnyObject?

    /// Starts an observation.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Observes until the iterator is released, or its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
      /// A notification.
      public typealias Element = Notification
      /// Iterations don't fail.
      public typealias Failure = Never

      private var posted: AsyncStream<Posted>.Iterator
      private let observation: Observation

      fileprivate init(_ sequence: Notifications) {
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        posted = stream.makeAsyncIterator()
        observation = Observation(sequence) { continuation.yield(Posted(notification: $0)) }
      }

      /// The next notification; nil after the task is cancelled.
      public mutating func next() async -> Notification? {
        await next(isolation: #isolation)
      }

      /// The next notification, in the isolation of the caller; nil after the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await posted.next(isolation: actor)?.notification
      }
    }
  }
}

@available(*, unavailable)
extension NotificationCenter.Notifications.Iterator: Sendable {}

/// A notification between the thread that posts it and an iteration.
///
/// Unchecked: as with an observer's closure, the poster's object must allow the use of its thread.
private struct Posted: @unchecked Sendable {
  let notification: Notification
}

/// An observer that is removed with this object.
private final class Observation {
  private let center: NotificationCenter
  private let observer: any NSObjectProtocol

  init(
    _ sequence: NotificationCenter.Notifications,
    _ receive: @escaping @Sendable (Notification) -> Void
  ) {
    center = sequence.center
    observer = sequence.center.addObserver(
      forName: sequence.name, object: sequence.object, queue: nil, using: receive)
  }

  deinit { center.removeObserver(observer) }
}
