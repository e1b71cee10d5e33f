// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Sends `100 Continue` when the body of a request is first read (RFC 9110, 10.1.1).
///
/// A request that is rejected by its head alone gets its response instead, and never the invitation to
/// send the body. The connection closes after such a response, because the server cannot know whether
/// the client sends the body all the same.
package final class ExpectContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// An outbound user event: a route begins to read the body.
  package struct BodyIsRead: Sendable {
    package init() {}
  }

  /// True from the head of a request that expects `100 Continue` until it gets that or a response.
  private var isExpected = false

  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      isExpected = head.headerFields[.expect]?.lowercased() == "100-continue"
    }
    context.fireChannelRead(data)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyIsRead else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if isExpected {
      isExpected = false
      let head = HTTPResponse(status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    } else {
      promise?.succeed()
    }
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard isExpected, case .head(var head) = unwrapOutboundIn(data),
      head.status.kind != .informational
    else { return context.write(data, promise: promise) }
    isExpected = false
    head.headerFields[.connection] = "close"
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

@available(*, unavailable)
extension ExpectContinueHandler: Sendable {}
