// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import Synchronization

/// Follows the notifications of a container, as long as somebody listens.
///
/// There is one stream. Where it ends it is opened again behind the last notification; where its URL is no longer
/// good, another is asked for. A stream that says nothing for longer than its heartbeats is dropped.
final class NotificationCourier: Sendable {
  typealias Connect = @Sendable () throws -> CloudConnection

  /// Where notifications come from, and how far they are known.
  private struct Place {
    let url: String
    /// Whose they are.
    let account: String
    var last: String?
  }

  private enum Listener {
    case notifications(NotificationBuffer)
    case news(CKDatabase.Scope, AsyncStream<DatabaseNews>.Continuation)
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var next: UInt64 = 0
    var place: Place?
    var task: Task<Void, Never>?
  }

  /// The account is another one than that whose stream is open.
  private struct AccountChanged: Error {}

  private let silence: Duration
  private let state = Mutex(State())

  init(silence: Duration) { self.silence = silence }

  // MARK: Listening

  /// Makes the server keep notifications for this program, and puts them into a buffer from then on.
  func listen(_ buffer: NotificationBuffer, _ connect: @escaping Connect) async throws -> UInt64 {
    let connection = try connect()
    // Where nothing has been heard of the server for a while, it may have forgotten this program.
    let isFollowing = state.withLock { $0.task != nil }
    if !isFollowing || place(of: connection) == nil { try await register(connection) }
    return add(.notifications(buffer), connect)
  }

  /// Tells when there may be something new in a database.
  func news(of scope: CKDatabase.Scope, _ connect: @escaping Connect) -> AsyncStream<DatabaseNews> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DatabaseNews.self, bufferingPolicy: .bufferingNewest(1))
    let number = add(.news(scope, continuation), connect)
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return stream
  }

  private func add(_ listener: Listener, _ connect: @escaping Connect) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      if state.task == nil {
        state.task = Task { await run(connect) }
      }
      return state.next
    }
  }

  /// Ends listening; the stream ends with its last listener.
  func leave(_ number: UInt64) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.listeners.removeValue(forKey: number) != nil, state.listeners.isEmpty else {
        return nil
      }
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  // MARK: The URL

  private func place(of connection: CloudConnection) -> Place? {
    let account = connection.service.account
    return state.withLock { $0.place.flatMap { $0.account == account ? $0 : nil } }
  }

  /// Asks for a URL; the same program of the same user goes on where it was.
  @discardableResult
  private func register(_ connection: CloudConnection) async throws -> Place {
    let account = connection.service.account
    let answer = try await connection.ask(
      .createToken, .public,
      CreateTokenRequest(
        apnsEnvironment: connection.environment, clientID: connection.service.clientID),
      as: CreateTokenResponse.self)
    let known = place(of: connection)
    let place = Place(url: answer.webcourierURL, account: account, last: known?.last)
    state.withLock { $0.place = place }
    return place
  }

  // MARK: The stream

  private func run(_ connect: @escaping Connect) async {
    var pacing = CourierPacing()
    var policy = RetryPolicy()
    while !Task.isCancelled {
      let stream = OpenStream()
      let end: CourierPacing.End
      do {
        let connection = try connect()
        policy = connection.policy
        end = try await follow(connection, stream, connect)
      } catch is AccountChanged {
        end = .forgotten
      } catch {
        if Task.isCancelled { return }
        let error = Self.described(error)
        tell(error)
        end = .failed(seconds: stream.seconds, retry: error.retryAfterSeconds)
      }
      let seconds = pacing.wait(after: end, lot: policy.lot())
      do { try await policy.sleep(seconds) } catch { return }
    }
  }

  private func follow(
    _ connection: CloudConnection, _ stream: OpenStream, _ connect: @escaping Connect
  ) async throws -> CourierPacing.End {
    let place: Place =
      if let known = self.place(of: connection) { known } else { try await register(connection) }
    let answer = try await connection.service.listen(
      place.url, after: place.last, silence: silence
    ) { signal in
      switch signal {
      case .opened:
        stream.open()
        self.tellOfConnection()
      case .event(let event):
        stream.count()
        self.take(event, of: place)
      case .alive:
        // The configuration is looked at as often as the server says something.
        guard let account = try? connect().service.account, account == place.account else {
          stream.isOfOther()
          return false
        }
      }
      return true
    }
    if stream.isOther { throw AccountChanged() }
    switch answer.status {
    case 200..<300:
      return .inOrder(
        seconds: stream.seconds, events: stream.events, retry: answer.retryAfter)
    case 404, 410:
      state.withLock { $0.place = nil }
      return .forgotten
    case 400 where place.last != nil:
      // The server does not know the notification: only what is told from now on can be had.
      state.withLock { $0.place = nil }
      return .forgotten
    default: throw CloudConnection.failure(answer)
    }
  }

  private func take(_ event: ServerSentEvent, of place: Place) {
    let notification = CKNotification.make(event.data)
    let listeners = state.withLock { state in
      if let id = event.id ?? notification?.payload.notificationID, state.place?.url == place.url {
        state.place?.last = id
      }
      return Array(state.listeners.values)
    }
    guard let notification else { return }
    for listener in listeners {
      switch listener {
      case .notifications(let buffer): buffer.add(notification)
      case .news(let scope, let continuation):
        if notification.scope == scope { continuation.yield(.changed) }
      }
    }
  }

  private func tellOfConnection() {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      if case .news(_, let continuation) = listener { continuation.yield(.connected) }
    }
  }

  /// Tells of an error; who waits for notifications is only told of one that does not pass.
  private func tell(_ error: CKError) {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      switch listener {
      case .news(_, let continuation): continuation.yield(.lost(error))
      case .notifications(let buffer): if error.isLasting { buffer.finish(error) }
      }
    }
  }

  private static func described(_ error: any Error) -> CKError {
    error as? CKError
      ?? CKError(.networkFailure, "The stream of notifications has ended: \(error).")
  }
}

/// What a stream has come to.
private final class OpenStream: Sendable {
  private struct State {
    var isOpen = false
    var events = 0
    var isOther = false
  }

  private let begun = ContinuousClock.now
  private let state = Mutex(State())

  func open() { state.withLock { $0.isOpen = true } }

  func count() { state.withLock { $0.events += 1 } }

  /// The account is another one by now.
  func isOfOther() { state.withLock { $0.isOther = true } }

  var isOther: Bool { state.withLock { $0.isOther } }

  var events: Int { state.withLock { $0.events } }

  /// Since it was asked for; 0 if it was not given.
  var seconds: Double {
    state.withLock { $0.isOpen } ? (ContinuousClock.now - begun) / .seconds(1) : 0
  }
}

extension CKError {
  /// True if somebody has to do something before it is worth while to try again.
  fileprivate var isLasting: Bool {
    switch code {
    case .notAuthenticated, .badContainer, .permissionFailure, .missingEntitlement,
      .managedAccountRestricted:
      true
    default: false
    }
  }
}

extension CKNotification {
  /// The database that it is of.
  var scope: CKDatabase.Scope? {
    switch payload.event {
    case .query(let event): CKDatabase.Scope(event.database)
    case .zone(_, let database, _), .database(let database, _): CKDatabase.Scope(database)
    case nil: nil
    }
  }
}
