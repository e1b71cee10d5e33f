// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Ends a connection of HTTP/1.0 after the answer, unless its client has asked for more (RFC 9112, 9.3).
///
/// The server's framework takes each request for one of HTTP/1.1: here it still has its version.
final class FormerVersion: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !head.isKeepAlive else {
      return context.fireChannelRead(data)
    }
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Puts one of these where requests still have their version, when it is added itself.
  final class Placement: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
      try? pipeline.addHandler(FormerVersion(), position: .before(codec))
    }
  }
}

@available(*, unavailable)
extension FormerVersion: Sendable {}

@available(*, unavailable)
extension FormerVersion.Placement: Sendable {}
