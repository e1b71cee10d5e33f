// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Sends `100 Continue` when the body of a request is first read (RFC 9110, 10.1.1).
///
/// A request that is rejected by its head alone gets its response instead, and never the invitation to
/// send the body. The connection closes after such a response, because the server cannot know whether
/// the client sends the body all the same. Requests may be pipelined: responses and reads of bodies
/// concern the first request without a complete response.
package final class ExpectContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// An outbound user event: a route begins to read the body.
  package struct BodyIsRead: Sendable {
    package init() {}
  }

  /// For each unanswered request, whether it expects `100 Continue` and has neither that nor the head
  /// of a response.
  private var areExpecting: [Bool] = []

  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      areExpecting.append(head.headerFields[.expect]?.lowercased() == "100-continue")
    }
    context.fireChannelRead(data)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyIsRead else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if areExpecting.first == true {
      areExpecting[0] = false
      let head = HTTPResponse(status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    } else {
      promise?.succeed()
    }
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      guard areExpecting.first == true, head.status.kind != .informational else { break }
      areExpecting[0] = false
      head.headerFields[.connection] = "close"
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: break
    case .end:
      if !areExpecting.isEmpty { areExpecting.removeFirst() }
    }
    context.write(data, promise: promise)
  }
}

@available(*, unavailable)
extension ExpectContinueHandler: Sendable {}
