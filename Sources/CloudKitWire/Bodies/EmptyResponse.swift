// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer that says only that something was done.
package struct EmptyResponse: ResponseBody {
  package init() {}

  package static var mayBeEmpty: Bool { true }

  package init(json: JSONNode) throws(WireError) { _ = try json.object("an object, or no body") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
