// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Tells devices what they are to be told: each from where it has got to.
package struct NotificationService: Sendable {
  private let data: CloudData
  private let tokens: CourierTokens
  package let hub: NotificationHub

  package init(_ data: CloudData, hub: NotificationHub) {
    self.data = data
    self.hub = hub
    tokens = CourierTokens(sealer: data.sealer)
  }

  /// What a client has opened the courier's URL for.
  package struct Session: Sendable {
    let device: Int64
    let subscriber: Int64
    let ticket: NotificationHub.Ticket
    /// The position from which it goes on; nil if that is where the storage has it.
    var position: Int64?
    /// The position up to which the client is sure to have everything.
    var confirmed: Int64?
  }

  /// What is to be sent now.
  package enum Delivery: Sendable {
    /// With their ids.
    case notifications([(id: String, body: [UInt8])])
    /// Nothing for as long as the client was to wait.
    case nothing
    /// The server shuts down, or the client is gone.
    case ended
  }

  // MARK: Sessions

  /// Opens a courier's URL; it has to be closed.
  ///
  /// With the id of the latest notification that the client has, it goes on behind that; without, behind
  /// what was sent to it last.
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

  /// Notes on which connection a client waits: ``hub`` is to be told of its end.
  func attach(_ session: Session, to connection: ObjectIdentifier) {
    hub.attach(session.ticket, to: connection)
  }

  package func close(_ session: Session) { hub.leave(session.ticket) }

  private static var missing: ServerFailure {
    ServerFailure(
      .notFound,
      "The URL is no longer good. Ask for another by tokens/create, and fetch what has changed.")
  }

  // MARK: Delivering

  /// Waits until there is something to tell, at most for some time; for none, it only looks.
  ///
  /// What is given counts as told only after ``sent(_:)``.
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
    let (device, found, name) = try await data.answering {
      try await data.storage.read { reader -> (StoredDevice?, [StoredNotification], String?) in
        guard let device = try reader.device(id), device.subscriber == subscriber,
          device.isAlive(at: moment)
        else {
          return (nil, [], nil)
        }
        // What a client has that never was: of a time that a restored copy does not know.
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
      // Who asks again without an id has got what was sent: that can't be told apart.
      session.position = device.sent
      session.confirmed = device.sent
    }
    if moment - device.used > NotificationLimits.useGrain {
      try await data.answering {
        try await data.storage.write { try $0.setUsed(moment, device: id) }
      }
    }
    return (found, name)
  }

  /// Notes that what was given last has been sent.
  package func sent(_ session: Session) async throws {
    guard let sent = session.position, let confirmed = session.confirmed else { return }
    let device = session.device
    try await data.answering {
      try await data.storage.write {
        try $0.setReceived(by: device, confirmed: confirmed, sent: sent)
      }
    }
  }
}

extension PushNotification {
  /// A notification as the storage has it.
  init(stored body: [UInt8]) throws(WireError) {
    try self.init(json: JSONDocument(body, from: .server).root)
  }
}
