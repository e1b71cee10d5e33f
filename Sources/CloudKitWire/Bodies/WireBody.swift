// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The body of a request or response.
package protocol WireBody: JSONValue, Sendable, Hashable {
  /// The writer of the body.
  ///
  /// A client's body is validated in full; unknown parts of a server's body are ignored.
  static var origin: JSONDocument.Origin { get }
  /// True if an empty body means `{}`.
  static var mayBeEmpty: Bool { get }
}

/// The body of a request.
package protocol RequestBody: WireBody {}

/// The body of a response.
package protocol ResponseBody: WireBody {}

extension RequestBody {
  package static var origin: JSONDocument.Origin { .client }
}

extension ResponseBody {
  package static var origin: JSONDocument.Origin { .server }
}

extension WireBody {
  package static var mayBeEmpty: Bool { false }

  /// Decodes a body.
  ///
  /// The server returns the error's reason with `BAD_REQUEST`.
  package init(body: [UInt8]) throws(WireError) {
    let text = body.isEmpty && Self.mayBeEmpty ? Array("{}".utf8) : body
    try self.init(json: JSONDocument(text, from: Self.origin).root)
  }

  /// Encodes the body as JSON; throws if it contains NaN or an infinite number.
  package func encoded() throws(WireError) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    write(to: &writer)
    if let path = writer.unwritable {
      throw WireError(path: path, found: "NaN or an infinite number", expected: "a finite number")
    }
    return writer.bytes
  }
}

/// The body of a request without parameters: an object or no bytes.
package struct EmptyRequest: RequestBody {
  package init() {}

  package static var mayBeEmpty: Bool { true }

  package init(json: JSONNode) throws(WireError) { _ = try json.object("an object, or no body") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}

/// The response of a request without results.
package struct EmptyResponse: ResponseBody {
  package init() {}

  package static var mayBeEmpty: Bool { true }

  package init(json: JSONNode) throws(WireError) { _ = try json.object("an object, or no body") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
