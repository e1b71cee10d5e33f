// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKContainer {
  /// Returns the notifications of the user's subscriptions from now on.
  ///
  /// An addition to Apple's API: there is no push service on Linux, so a program requests its
  /// notifications. All sequences in a program share one connection to the server, which is
  /// reopened if it is lost and closed with the last sequence.
  ///
  /// ```swift
  /// try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
  /// let notifications = try await container.notifications()
  /// try await fetchChanges()
  /// for try await _ in notifications { try await fetchChanges() }
  /// ```
  ///
  /// When the method returns, the server has registered this program: no later notification is
  /// lost, even if the server or the network is unavailable for a while. After a lost connection a
  /// notification may be repeated with the same ``CKNotification/notificationID``. If equal
  /// notifications wait to be read, only the newest is returned. The server removes the
  /// registration of a program that is offline for two weeks: after that, fetch all changes. The
  /// program is not notified of its own changes.
  ///
  /// - Throws: A ``CKError`` if no user is signed in, no server is configured, or the server can't
  ///   be reached. The sequence continues through transient failures and throws when the user has
  ///   signed out.
  public func notifications() async throws -> Notifications {
    let database = privateCloudDatabase
    let (connections, container) = (database.connections, database.container)
    let stream = connections.notificationStreams.stream(for: container)
    let buffer = NotificationBuffer()
    let number = try await stream.listen(buffer) { try connections.connection(to: container) }
    return Notifications(listening: Listening(buffer, stream, number))
  }

  /// The notifications of a container as they arrive, for a single loop.
  public struct Notifications: AsyncSequence, Sendable {
    fileprivate let listening: Listening

    /// Iterates over the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let listening: Listening

      /// Returns the next notification, or nil when the task is cancelled.
      public mutating func next() async throws -> CKNotification? {
        try await listening.buffer.next()
      }
    }

    /// Returns an iterator over the notifications.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listening: listening) }
  }

  /// A registration with the stream, which ends at deallocation.
  fileprivate final class Listening: Sendable {
    let buffer: NotificationBuffer
    private let stream: NotificationStream
    private let number: UInt64

    init(_ buffer: NotificationBuffer, _ stream: NotificationStream, _ number: UInt64) {
      self.buffer = buffer
      self.stream = stream
      self.number = number
    }

    deinit { stream.removeListener(number) }
  }
}
