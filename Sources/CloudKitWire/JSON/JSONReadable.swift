// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A type decoded from a JSON value.
package protocol JSONReadable {
  /// Decodes a value; the error names its path, the found and the expected value.
  init(json: JSONNode) throws(WireError)

  /// A noun phrase with an article for the expected value in error messages.
  static var inWords: String { get }
}

/// A type encoded as JSON.
package protocol JSONWritable {
  func write(to writer: inout JSONWriter)
}

package typealias JSONValue = JSONReadable & JSONWritable

extension JSONReadable {
  package static var inWords: String { "an object" }
}

extension String: JSONReadable, JSONWritable {
  package static var inWords: String { "a string" }

  package init(json: JSONNode) throws(WireError) { self = try json.string() }

  package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONReadable, JSONWritable {
  package static var inWords: String { "true or false" }

  package init(json: JSONNode) throws(WireError) { self = try json.bool() }

  package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int64: JSONReadable, JSONWritable {
  package static var inWords: String { "an integer of 64 bits" }

  package init(json: JSONNode) throws(WireError) { self = try json.int64() }

  package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONReadable, JSONWritable {
  package static var inWords: String { "an integer of 64 bits" }

  package init(json: JSONNode) throws(WireError) { self = Int(try json.int64()) }

  package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Double: JSONReadable, JSONWritable {
  package static var inWords: String { "a number" }

  package init(json: JSONNode) throws(WireError) { self = try json.number() }

  package func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Array: JSONReadable where Element: JSONReadable {
  package static var inWords: String { "an array" }

  package init(json: JSONNode) throws(WireError) {
    self = []
    for element in try json.array() { append(try Element(json: element)) }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { writer.element(element) }
    writer.endArray()
  }
}
