// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
package import NIOCore

/// The entity tag of a response: the 64-bit FNV-1a hash of its body.
///
/// It distinguishes versions of one resource and is not a security measure.
package struct EntityTag: Sendable, Equatable {
  /// The tag as in the header ETag, with quotation marks.
  package let text: String

  /// Calculates the tag of a body.
  package init(_ body: some Sequence<UInt8>) {
    let hash = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    text = "\"\(String(hash, radix: 16))\""
  }

  /// Whether a request's header If-None-Match names this tag, by weak comparison.
  ///
  /// Source: RFC 9110, section 13.1.2.
  func isNamed(by request: Request) -> Bool {
    request.headers[values: .ifNoneMatch].contains { value in
      value.split(separator: ",").contains { part in
        let name = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        return name == "*" || name == text || name == "W/\(text)"
      }
    }
  }
}

extension Response {
  /// A response with a body that browsers may cache, or 304 if the browser has it.
  package static func cached(
    _ body: ByteBuffer, tag: EntityTag, mediaType: String, cacheControl: String,
    for request: Request
  ) -> Response {
    let headers: HTTPFields = [
      .contentType: mediaType, .eTag: tag.text, .cacheControl: cacheControl,
    ]
    if tag.isNamed(by: request) { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}
