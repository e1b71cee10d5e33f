// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Keeps the rules of RFC 9112 that depend on a request's version.
///
/// The server's framework takes each request for one of HTTP/1.1: here it still has its version. A
/// connection of HTTP/1.0 ends after the answer, unless its client has asked for more (9.3) and the answer
/// says its length: it is not sent in chunks (6.1). A request of HTTP/1.1 without Host, or with two, is
/// passed on without any, and refused where it is answered (3.2).
final class FormerVersion: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Of each request that is not answered yet, whether it is of a version before 1.1.
  private var areFormer: [Bool] = []
  /// True from the head of an answer on that the end of the connection ends.
  private var isLast = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let isFormer = (head.version.major, head.version.minor) < (1, 1)
    areFormer.append(isFormer)
    let hosts = head.headers["Host"].count
    if hosts > 1 {
      head.headers.remove(name: "Host")
    } else if hosts == 0, isFormer {
      head.headers.add(name: "Host", value: "")
    }
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      let saysLength = head.headers.contains(name: "Content-Length")
      guard areFormer.first == true, !saysLength, !(100..<200).contains(head.status.code) else {
        break
      }
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      isLast = true
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: break
    case .end:
      if !areFormer.isEmpty { areFormer.removeFirst() }
      guard isLast else { break }
      context.writeAndFlush(data, promise: promise)
      return context.close(promise: nil)
    }
    context.write(data, promise: promise)
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
