// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The body of a request that has no parameters: an object, or nothing at all.
package struct EmptyRequest: RequestBody {
  package init() {}

  package static var mayBeEmpty: Bool { true }

  package init(json: JSONNode) throws(WireError) { _ = try json.object("an object, or no body") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
