// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// Answers of JSON that is made already.
enum JSONAnswer {
  static func response(_ body: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.contentLength] = "\(body.count)"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// Bytes that are handed over at a time.
  private static let piece = 64 << 10

  /// The bytes count as held until the client has read all but the last of them.
  static func response(_ body: [UInt8], held: HeldBytes.Share) -> Response {
    guard body.count > piece else { return response(body) }
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.contentLength] = "\(body.count)"
    let whole = ByteBuffer(bytes: body)
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(contentLength: body.count) { writer in
        var rest = whole
        while let next = rest.readSlice(length: min(piece, rest.readableBytes)),
          next.readableBytes > 0
        {
          try await writer.write(next)
        }
        held.set(to: 0)
        try await writer.finish(nil)
      })
  }
}
