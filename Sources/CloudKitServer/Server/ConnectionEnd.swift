// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Tells of the end of a connection, or of its client's half: also while an answer is being made, when
/// nobody reads.
final class ConnectionEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let onEnd: (ObjectIdentifier) -> Void

  /// Calls back with what identifies the channel; more than once if both halves end.
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
extension ConnectionEnd: Sendable {}
