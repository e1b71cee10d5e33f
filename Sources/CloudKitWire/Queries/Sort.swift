// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One criterion by which the results of a query are ordered.
package struct Sort: JSONValue, Sendable, Hashable {
  package var key: FieldKey
  package var ascending: Bool
  /// Orders by the distance from here.
  package var relativeLocation: Location?

  package init(_ key: FieldKey, ascending: Bool = true, relativeLocation: Location? = nil) {
    self.key = key
    self.ascending = ascending
    self.relativeLocation = relativeLocation
  }

  package static let inWords = "a sort with fieldName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    guard let key = try FieldKey(in: object) else {
      throw object.missing("fieldName", "fieldName or systemFieldName")
    }
    self.key = key
    ascending = try object.optional("ascending") ?? true
    guard let location = object.value("relativeLocation") else { return }
    // Documented as a location; sent as a field by some.
    if let inner = try location.object().value("value") {
      relativeLocation = try Location(json: inner)
    } else {
      relativeLocation = try Location(json: location)
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    key.write(to: &writer)
    writer.member("ascending", ascending)
    writer.member("relativeLocation", relativeLocation)
    writer.endObject()
  }
}
