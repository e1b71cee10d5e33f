// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// Responses whose body is encoded JSON.
enum JSONResponse {
  static func response(_ body: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.contentLength] = "\(body.count)"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// The number of bytes written to the connection at a time.
  private static let piece = 64 << 10

  /// A large body, written in pieces that count against the memory budget until the client reads them.
  ///
  /// Each piece is a buffer of its own: a slice that waits in the socket would retain the whole body,
  /// while the budget counts the slice only. The event loop alone sees that a socket is full, so that a
  /// writer on another thread waits for the loop after each piece. Otherwise a loaded machine would queue
  /// whole bodies at the loop, and the budget would count none of them.
  static func response(
    _ body: [UInt8], held: MemoryBudget.Share, on eventLoop: any EventLoop
  ) -> Response {
    guard body.count > piece else { return response(body) }
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.contentLength] = "\(body.count)"
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(contentLength: body.count) { writer in
        var offset = 0
        while offset < body.count {
          let end = min(offset + piece, body.count)
          // The whole body stays in memory while a piece of it is still to be written.
          try await writer.write(ByteBuffer(bytes: body[offset..<end]))
          try await eventLoop.submit {}.get()
          offset = end
        }
        try await writer.finish(nil)
        held.set(to: 0)
      })
  }
}
