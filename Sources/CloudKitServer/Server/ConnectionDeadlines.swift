// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Closes a connection on which a request takes too long to come, however busily it trickles.
///
/// From the opening of the connection, or the end of the last answer, until the head of a request is
/// whole there is one span; from there to the end of its body another. While an answer is being made there
/// is none; while it is sent, one from each piece to the next, which comes when the client has read enough
/// of those before. A connection that an answer closes is left open for a moment, so that a client
/// that still sends can read the answer. Among those that wait the longest makes room for others where
/// there is none.
package final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart

  /// How long what may take.
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

  /// From now on the head of a request is waited for.
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
