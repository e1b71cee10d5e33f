// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A request's or response's body.
package protocol WireBody: JSONValue, Sendable, Hashable {
  /// Who writes it: what a client writes is checked in full, in what a server writes the unknown is
  /// left alone.
  static var origin: JSONDocument.Origin { get }
  /// True if nothing at all stands for `{}`.
  static var mayBeEmpty: Bool { get }
}

/// What a client sends.
package protocol RequestBody: WireBody {}

/// What a server answers.
package protocol ResponseBody: WireBody {}

extension RequestBody {
  package static var origin: JSONDocument.Origin { .client }
}

extension ResponseBody {
  package static var origin: JSONDocument.Origin { .server }
}

extension WireBody {
  package static var mayBeEmpty: Bool { false }

  /// Reads a body.
  ///
  /// The error's reason goes into the answer `BAD_REQUEST`.
  package init(body: [UInt8]) throws(WireError) {
    let text = body.isEmpty && Self.mayBeEmpty ? Array("{}".utf8) : body
    try self.init(json: JSONDocument(text, from: Self.origin).root)
  }

  /// The body as JSON; throws for a number that is infinite or none.
  package func encoded() throws(WireError) -> [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    write(to: &writer)
    if let path = writer.unwritable {
      throw WireError(path: path, found: "NaN or an infinite number", expected: "a finite number")
    }
    return writer.bytes
  }
}
