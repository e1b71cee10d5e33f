// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKContainer {
  /// What is told of the user's subscriptions, from now on.
  ///
  /// An addition to Apple's API: there is no push service on Linux, so a program asks for its notifications.
  /// All that look in one program share one connection to the server, which is opened again when it is lost, and
  /// which ends when nobody looks any more.
  ///
  /// ```swift
  /// try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
  /// let notifications = try await container.notifications()
  /// try await fetchChanges()
  /// for try await _ in notifications { try await fetchChanges() }
  /// ```
  ///
  /// When the method returns, the server has made a note of this program: nothing that is told after that is lost,
  /// even if the server or the network is gone for a while. A notification may come twice, with the same
  /// ``CKNotification/notificationID``, after a connection was lost. Of several that say the same and
  /// wait to be taken, only the newest is given. A program that is away for two weeks is forgotten: who has lost
  /// the server for so long fetches what has changed. The program isn't told of its own changes.
  ///
  /// - Throws: A ``CKError``: nobody is signed in, no server is configured, or it can't be reached. The
  ///   sequence goes on through failures that pass, and throws when nobody is signed in any more.
  public func notifications() async throws -> Notifications {
    let database = privateCloudDatabase
    let (connections, container) = (database.connections, database.container)
    let courier = connections.couriers.courier(for: container)
    let buffer = NotificationBuffer()
    let number = try await courier.listen(buffer) { try connections.connection(to: container) }
    return Notifications(listening: Listening(buffer, courier, number))
  }

  /// The notifications of a container, as they come; for one loop.
  public struct Notifications: AsyncSequence, Sendable {
    fileprivate let listening: Listening

    /// Gives one notification after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let listening: Listening

      /// The next notification; nil when the task is cancelled.
      public mutating func next() async throws -> CKNotification? {
        try await listening.buffer.next()
      }
    }

    /// Begins to give what is told.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listening: listening) }
  }

  /// Listens as long as there is somebody who has it.
  fileprivate final class Listening: Sendable {
    let buffer: NotificationBuffer
    private let courier: NotificationCourier
    private let number: UInt64

    init(_ buffer: NotificationBuffer, _ courier: NotificationCourier, _ number: UInt64) {
      self.buffer = buffer
      self.courier = courier
      self.number = number
    }

    deinit { courier.leave(number) }
  }
}
