// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Tells a client that waits before it sends a body to go on (RFC 9110, 10.1.1).
///
/// A body that says that it is larger than any that is read is not asked for: its answer is the refusal.
package final class ContinueAnswer: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias OutboundOut = HTTPResponsePart

  private let limit: Int

  /// For bodies of up to so many bytes.
  package init(limit: Int) { self.limit = limit }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data),
      head.headerFields[.expect]?.lowercased() == "100-continue",
      head.headerFields[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit
    {
      let answer = HTTPResponse(status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
    }
    context.fireChannelRead(data)
  }
}

@available(*, unavailable)
extension ContinueAnswer: Sendable {}
