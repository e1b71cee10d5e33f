// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Implements the rules of RFC 9112 that depend on a request's HTTP version.
///
/// The framework treats every request as HTTP/1.1, so this handler runs before the version is lost. An
/// HTTP/1.0 connection closes after the response, unless its client asked for keep-alive (9.3) and the
/// response has a Content-Length, because chunked encoding does not exist in HTTP/1.0 (6.1). An
/// HTTP/1.1 request without `Host`, or with two, is passed on without one; middleware rejects it (3.2).
final class HTTP1VersionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// For each unanswered request, whether its version is below 1.1.
  private var areFormer: [Bool] = []
  /// True from the head of the response after which the connection closes.
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

  /// Adds an ``HTTP1VersionHandler`` before the codec that drops the version.
  final class Placement: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
      try? pipeline.addHandler(HTTP1VersionHandler(), position: .before(codec))
    }
  }
}

@available(*, unavailable)
extension HTTP1VersionHandler: Sendable {}

@available(*, unavailable)
extension HTTP1VersionHandler.Placement: Sendable {}
