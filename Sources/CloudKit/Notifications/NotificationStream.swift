// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import Synchronization

/// Receives the notifications of a container while it has listeners.
///
/// All listeners share one stream. When it ends, it is reopened after the last notification; when
/// its URL expires, a new one is requested. A stream without a heartbeat is closed after a timeout.
final class NotificationStream: Sendable {
  typealias Connect = @Sendable () throws -> CloudConnection

  /// The stream's URL and the last notification received.
  private struct Endpoint {
    let url: String
    /// The account that the URL belongs to.
    let account: String
    var lastEventID: String?
  }

  private enum Listener {
    case notifications(NotificationBuffer)
    case changeEvents(CKDatabase.Scope, AsyncStream<DatabaseChangeEvent>.Continuation)
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var next: UInt64 = 0
    var endpoint: Endpoint?
    var task: Task<Void, Never>?
  }

  /// The account differs from the open stream's account.
  private struct AccountChanged: Error {}

  private let silence: Duration
  private let state = Mutex(State())

  init(silence: Duration) { self.silence = silence }

  // MARK: Listening

  /// Registers this program with the server and adds notifications to a buffer from then on.
  func listen(_ buffer: NotificationBuffer, _ connect: @escaping Connect) async throws -> UInt64 {
    let connection = try connect()
    // After a pause the server may have removed the registration of this program.
    let isOpen = state.withLock { $0.task != nil }
    if !isOpen || endpoint(for: connection) == nil { try await register(connection) }
    return add(.notifications(buffer), connect)
  }

  /// Returns the change events of a database.
  func changeEvents(
    of scope: CKDatabase.Scope, _ connect: @escaping Connect
  ) -> AsyncStream<DatabaseChangeEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DatabaseChangeEvent.self, bufferingPolicy: .bufferingNewest(1))
    let number = add(.changeEvents(scope, continuation), connect)
    continuation.onTermination = { [weak self] _ in self?.removeListener(number) }
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

  /// Removes a listener; the stream closes with its last listener.
  func removeListener(_ number: UInt64) {
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

  private func endpoint(for connection: CloudConnection) -> Endpoint? {
    let account = connection.service.account
    return state.withLock { $0.endpoint.flatMap { $0.account == account ? $0 : nil } }
  }

  /// Requests a URL; for the same account the stream continues after the last notification.
  @discardableResult
  private func register(_ connection: CloudConnection) async throws -> Endpoint {
    let account = connection.service.account
    let response = try await connection.send(
      .createToken, .public,
      CreateTokenRequest(
        apnsEnvironment: connection.environment, clientID: connection.service.clientID),
      as: CreateTokenResponse.self)
    let known = endpoint(for: connection)
    let endpoint = Endpoint(
      url: response.webcourierURL, account: account, lastEventID: known?.lastEventID)
    state.withLock { $0.endpoint = endpoint }
    return endpoint
  }

  // MARK: The stream

  private func run(_ connect: @escaping Connect) async {
    var backoff = ReconnectBackoff()
    var policy = RetryPolicy()
    while !Task.isCancelled {
      let stream = StreamStatistics()
      let end: ReconnectBackoff.End
      do {
        let connection = try connect()
        policy = connection.policy
        end = try await follow(connection, stream, connect)
      } catch is AccountChanged {
        end = .expired
      } catch {
        if Task.isCancelled { return }
        let error = Self.asCKError(error)
        report(error)
        end = .failed(seconds: stream.seconds, retry: error.retryAfterSeconds)
      }
      let seconds = backoff.delay(after: end, jitter: policy.jitter())
      do { try await policy.sleep(seconds) } catch { return }
    }
  }

  private func follow(
    _ connection: CloudConnection, _ stream: StreamStatistics, _ connect: @escaping Connect
  ) async throws -> ReconnectBackoff.End {
    let endpoint: Endpoint =
      if let known = self.endpoint(for: connection) { known } else {
        try await register(connection)
      }
    let response = try await connection.service.listen(
      endpoint.url, after: endpoint.lastEventID, silence: silence
    ) { signal in
      switch signal {
      case .opened:
        stream.markOpen()
        self.reportConnection()
      case .event(let event):
        stream.countEvent()
        self.process(event, from: endpoint)
      case .alive:
        // Check the account at each heartbeat.
        guard let account = try? connect().service.account, account == endpoint.account else {
          stream.markAccountChanged()
          return false
        }
      }
      return true
    }
    if stream.hasAccountChanged { throw AccountChanged() }
    switch response.status {
    case 200..<300:
      return .closed(
        seconds: stream.seconds, events: stream.events, retry: response.retryAfter)
    case 404, 410:
      state.withLock { $0.endpoint = nil }
      return .expired
    case 400 where endpoint.lastEventID != nil:
      // The server no longer has the last notification: only new ones are available.
      state.withLock { $0.endpoint = nil }
      return .expired
    default: throw CloudConnection.failure(response)
    }
  }

  private func process(_ event: ServerSentEvent, from endpoint: Endpoint) {
    let notification = CKNotification.make(event.data)
    let listeners = state.withLock { state in
      if let id = event.id ?? notification?.payload.notificationID,
        state.endpoint?.url == endpoint.url
      {
        state.endpoint?.lastEventID = id
      }
      return Array(state.listeners.values)
    }
    guard let notification else { return }
    for listener in listeners {
      switch listener {
      case .notifications(let buffer): buffer.add(notification)
      case .changeEvents(let scope, let continuation):
        if notification.scope == scope { continuation.yield(.changed) }
      }
    }
  }

  private func reportConnection() {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      if case .changeEvents(_, let continuation) = listener { continuation.yield(.connected) }
    }
  }

  /// Reports an error; notification sequences only end with permanent errors.
  private func report(_ error: CKError) {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      switch listener {
      case .changeEvents(_, let continuation): continuation.yield(.lost(error))
      case .notifications(let buffer): if error.isPermanent { buffer.finish(error) }
      }
    }
  }

  private static func asCKError(_ error: any Error) -> CKError {
    error as? CKError
      ?? CKError(.networkFailure, "The notification stream ended: \(error).")
  }
}

/// The statistics of an open stream.
private final class StreamStatistics: Sendable {
  private struct State {
    var isOpen = false
    var events = 0
    var hasAccountChanged = false
  }

  private let begun = ContinuousClock.now
  private let state = Mutex(State())

  func markOpen() { state.withLock { $0.isOpen = true } }

  func countEvent() { state.withLock { $0.events += 1 } }

  /// Records that the account has changed.
  func markAccountChanged() { state.withLock { $0.hasAccountChanged = true } }

  var hasAccountChanged: Bool { state.withLock { $0.hasAccountChanged } }

  var events: Int { state.withLock { $0.events } }

  /// The seconds since the request; 0 if the stream never opened.
  var seconds: Double {
    state.withLock { $0.isOpen } ? (ContinuousClock.now - begun) / .seconds(1) : 0
  }
}

extension CKError {
  /// Whether a retry is useless until the user or the administrator acts.
  fileprivate var isPermanent: Bool {
    switch code {
    case .notAuthenticated, .badContainer, .permissionFailure, .missingEntitlement,
      .managedAccountRestricted:
      true
    default: false
    }
  }
}

extension CKNotification {
  /// The database of the notification.
  var scope: CKDatabase.Scope? {
    switch payload.event {
    case .query(let event): CKDatabase.Scope(event.database)
    case .zone(_, let database, _), .database(let database, _): CKDatabase.Scope(database)
    case nil: nil
    }
  }
}

/// The notification streams of a program: one for each container, shared by all listeners.
final class NotificationStreams: Sendable {
  private let streams = Mutex<[String?: NotificationStream]>([:])
  private let silence: Duration

  /// `silence` is the idle timeout of a stream: a little more than two heartbeats of the server.
  init(silence: Duration = .seconds(50)) { self.silence = silence }

  func stream(for container: String?) -> NotificationStream {
    streams.withLock { streams in
      if let stream = streams[container] { return stream }
      let stream = NotificationStream(silence: silence)
      streams[container] = stream
      return stream
    }
  }
}
