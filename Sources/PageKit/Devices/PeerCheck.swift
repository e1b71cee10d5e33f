// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Closes connections from outside the local network before they are read.
///
/// The server listens on all interfaces, because addresses change while it runs. A machine with a
/// public address must not serve the Internet.
final class PeerCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private var isAccepted = false

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { check(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    check(context)
    if isAccepted { context.fireChannelActive() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isAccepted { context.fireChannelRead(data) }
  }

  private func check(_ context: ChannelHandlerContext) {
    isAccepted = Self.accepts(context.channel.remoteAddress)
    if !isAccepted { context.close(promise: nil) }
  }

  /// Whether a peer is in the local network or on this machine.
  static func accepts(_ peer: SocketAddress?) -> Bool {
    guard let peer else { return false }
    return peer.isPrivate || peer.isLoopback
  }
}

@available(*, unavailable)
extension PeerCheck: Sendable {}
