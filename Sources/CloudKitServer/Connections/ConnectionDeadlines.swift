// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes
import Synchronization

/// Closes a connection whose client sends a request, or reads a response, too slowly.
///
/// The first deadline lasts from the opening of the connection, or the end of the last response, until
/// the next request's head is complete. The second one lasts until the end of its body. There is none
/// while the response is being computed. While the response is sent, each chunk has its own deadline,
/// because the next one is written only when the client has read enough of the previous ones. After a
/// response with `Connection: close`, the connection lingers, so that a client that is still sending
/// can read the response. When too many connections are open, the longest idle one is closed.
package final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart

  /// The durations after which a connection is closed.
  package struct Times: Sendable {
    package var head: TimeAmount = .seconds(60)
    package var body: TimeAmount = .seconds(120)
    package var sending: TimeAmount = .seconds(60)
    package var lingering: TimeAmount = .seconds(2)

    package init() {}
  }

  private let times: Times
  private let idle: IdleConnections
  private var ticket: IdleConnections.Ticket?
  private var scheduled: Scheduled<Void>?
  private var requests = 0
  private var isLast = false

  package init(_ times: Times, _ idle: IdleConnections) {
    self.times = times
    self.idle = idle
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    idle.open()
    wait(context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    scheduled?.cancel()
    scheduled = nil
    endWaiting()
    idle.close()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      requests += 1
      endWaiting()
      if !isLast { schedule(times.body, context) }
    case .body: break
    case .end:
      if !isLast {
        scheduled?.cancel()
        scheduled = nil
      }
    }
    context.fireChannelRead(data)
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection] == "close" { isLast = true }
    case .body: schedule(times.sending, context)
    case .end:
      requests -= 1
      scheduled?.cancel()
      scheduled = nil
      if isLast {
        schedule(times.lingering, context)
      } else if requests == 0 {
        wait(context)
      }
    }
    context.write(data, promise: promise)
  }

  /// Starts waiting for the head of a request.
  private func wait(_ context: ChannelHandlerContext) {
    ticket = idle.beginWaiting(context.channel)
    schedule(times.head, context)
  }

  private func endWaiting() {
    if let ticket { idle.endWaiting(ticket) }
    ticket = nil
  }

  private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    scheduled?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    scheduled = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}

/// The connections that wait for a request, in the order in which they became idle.
///
/// A client that opens many connections and sends nothing would lock out other clients until the
/// deadlines pass. When nearly all connections are in use, each new one closes the longest idle one.
package final class IdleConnections: Sendable {
  /// A handle for a waiting connection.
  struct Ticket {
    fileprivate let number: UInt64
  }

  private struct State {
    var open = 0
    var next: UInt64 = 0
    /// No waiting connection has a smaller number.
    var first: UInt64 = 0
    var waiting: [UInt64: any Channel] = [:]

    mutating func popLongest() -> (any Channel)? {
      while first < next {
        defer { first += 1 }
        if let channel = waiting.removeValue(forKey: first) { return channel }
      }
      return nil
    }
  }

  /// The number of open connections above which idle ones are closed: 15/16 of the limit.
  private let threshold: Int
  private let state = Mutex(State())

  /// A registry for at most `limit` open connections.
  package init(limit: Int) { threshold = max(1, limit - max(1, limit / 16)) }

  /// Counts a new connection, and closes the longest idle one if too many are open.
  func open() {
    let superfluous = state.withLock { state in
      state.open += 1
      return state.open > threshold ? state.popLongest() : nil
    }
    superfluous?.close(promise: nil)
  }

  func close() { state.withLock { $0.open -= 1 } }

  /// Marks a connection as idle.
  func beginWaiting(_ channel: any Channel) -> Ticket {
    state.withLock { state in
      defer { state.next += 1 }
      state.waiting[state.next] = channel
      return Ticket(number: state.next)
    }
  }

  func endWaiting(_ ticket: Ticket) {
    state.withLock { _ = $0.waiting.removeValue(forKey: ticket.number) }
  }
}

/// Reports the close of a connection, or of the client's half of it, even while no one reads from it.
final class CloseHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let onEnd: (ObjectIdentifier) -> Void

  /// A handler that calls back with the channel's identity, more than once if both halves close.
  init(_ onEnd: @escaping (ObjectIdentifier) -> Void) {
    self.onEnd = onEnd
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      onEnd(ObjectIdentifier(context.channel))
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onEnd(ObjectIdentifier(context.channel))
    context.fireChannelInactive()
  }
}

@available(*, unavailable)
extension CloseHandler: Sendable {}
