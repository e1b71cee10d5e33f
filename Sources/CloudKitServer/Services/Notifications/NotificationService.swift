// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Delivers notifications to devices, each from its own position.
package struct NotificationService: Sendable {
  private let data: ServiceContext
  private let tokens: NotificationTokens
  package let hub: NotificationHub

  package init(_ data: ServiceContext, hub: NotificationHub) {
    self.data = data
    self.hub = hub
    tokens = NotificationTokens(sealer: data.sealer)
  }

  /// A client's use of a notification URL.
  package struct Session: Sendable {
    let device: Int64
    let subscriber: Int64
    let ticket: NotificationHub.Ticket
    /// The position after which delivery continues; nil for the stored one.
    var position: Int64?
    /// The position up to which the client has acknowledged all notifications.
    var confirmed: Int64?
  }

  /// The result of a wait for notifications.
  package enum Delivery: Sendable {
    /// Notifications with their IDs.
    case notifications([(id: String, body: [UInt8])])
    /// No notification before the deadline.
    case nothing
    /// The server shuts down, or the client disconnected.
    case ended
  }

  // MARK: Sessions

  /// Opens a session, which the caller must close.
  ///
  /// - Parameters:
  ///   - token: The token in the notification URL.
  ///   - id: The ID of the client's latest notification; nil to continue after the last sent one.
  /// - Returns: The session.
  /// - Throws: ``ServerFailure`` if the token or the ID is invalid.
  package func open(_ token: String, after id: String?) throws(ServerFailure) -> Session {
    guard let opened = tokens.open(token) else { throw Self.missing }
    var position: Int64?
    if let id, !id.isEmpty {
      position = tokens.position(id, of: opened.subscriber)
      if position == nil {
        throw ServerFailure(
          .badRequest, "\(WireError.quoted(id)) is not the id of a notification of this URL")
      }
    }
    return Session(
      device: opened.device, subscriber: opened.subscriber,
      ticket: hub.enter(subscriber: opened.subscriber, device: opened.device), position: position,
      confirmed: position)
  }

  /// Records the connection on which a client waits, so that ``hub`` can end the wait with it.
  func attach(_ session: Session, to connection: ObjectIdentifier) {
    hub.attach(session.ticket, to: connection)
  }

  package func close(_ session: Session) { hub.leave(session.ticket) }

  private static var missing: ServerFailure {
    ServerFailure(
      .notFound,
      "The URL has expired. Request another by tokens/create, and fetch the changes.")
  }

  // MARK: Delivering

  /// Waits for notifications; with a time of zero it does not wait.
  ///
  /// The notifications count as delivered only after ``sent(_:)``.
  package func next(
    _ session: inout Session, atMost limit: Int, waiting time: Duration,
    at now: @Sendable () -> Date
  ) async throws -> Delivery {
    let deadline = ContinuousClock.now + time
    while true {
      let (found, name) = try await look(&session, limit, now().milliseconds)
      if !found.isEmpty {
        session.position = found.last?.position
        return .notifications(
          try found.map { notification in
            let id = try tokens.id(notification)
            var push = try PushNotification(stored: notification.body)
            push.notificationID = id
            push.userRecordName = name
            return (id, try push.encoded())
          })
      }
      if time == .zero { return .nothing }
      switch await hub.wait(session.ticket, until: deadline) {
      case .changed: continue
      case .timedOut: return .nothing
      case .superseded:
        throw ServerFailure(
          .throttled, "the device waits on more than \(NotificationHub.waitsOfDevice) connections",
          retryAfter: 5)
      case .ended: return .ended
      }
    }
  }

  private func look(_ session: inout Session, _ limit: Int, _ moment: Int64) async throws
    -> (found: [StoredNotification], name: String?)
  {
    let (id, subscriber, known) = (session.device, session.subscriber, session.position)
    let (device, found, name) = try await data.translatingErrors {
      try await data.storage.read { reader -> (StoredDevice?, [StoredNotification], String?) in
        guard let device = try reader.device(id), device.subscriber == subscriber,
          device.isAlive(at: moment)
        else {
          return (nil, [], nil)
        }
        // The client's position is newer than the storage, which was restored from a backup.
        if let known, known > device.sent, try known > reader.lastNotification() {
          return (nil, [], nil)
        }
        let found = try reader.notifications(
          of: subscriber, after: known ?? device.sent, exceptFrom: device.client, limit: limit)
        return (device, found, found.isEmpty ? nil : try reader.subscriberName(subscriber))
      }
    }
    guard let device else { throw Self.missing }
    if session.position == nil {
      // A request without an ID acknowledges all sent notifications.
      session.position = device.sent
      session.confirmed = device.sent
    }
    if moment - device.used > NotificationLimits.useGrain {
      try await data.translatingErrors {
        try await data.storage.write { try $0.setUsed(moment, device: id) }
      }
    }
    return (found, name)
  }

  /// Records the delivery of the last returned notifications.
  package func sent(_ session: Session) async throws {
    guard let sent = session.position, let confirmed = session.confirmed else { return }
    let device = session.device
    try await data.translatingErrors {
      try await data.storage.write {
        try $0.setReceived(by: device, confirmed: confirmed, sent: sent)
      }
    }
  }
}

extension PushNotification {
  /// Decodes a stored notification.
  init(stored body: [UInt8]) throws(WireError) {
    try self.init(json: JSONDocument(body, from: .server).root)
  }
}
