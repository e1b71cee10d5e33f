// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A query for the records of one type that match all filters.
package struct Query: JSONValue, Sendable, Hashable {
  package var recordType: String
  package var filters: [Filter]
  package var sorts: [Sort]

  package init(recordType: String, filters: [Filter] = [], sorts: [Sort] = []) {
    self.recordType = recordType
    self.filters = filters
    self.sorts = sorts
  }

  package static let inWords = "a query with recordType"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    recordType = try object.required("recordType")
    filters = try Self.terms(object, "filterBy")
    sorts = try Self.terms(object, "sortBy")
  }

  /// Decodes a list of filters or sorts; a single object counts as a list of one.
  private static func terms<Term: JSONReadable>(_ object: JSONObject, _ key: StaticString)
    throws(WireError) -> [Term]
  {
    guard let node = object.value(key) else { return [] }
    if node.kind == .object { return [try Term(json: node)] }
    let terms = try [Term](json: node)
    try Bounds.check(terms.count, at: node, atMost: Limits.queryTerms)
    return terms
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordType", recordType)
    if !filters.isEmpty { writer.member("filterBy", filters) }
    if !sorts.isEmpty { writer.member("sortBy", sorts) }
    writer.endObject()
  }
}

/// One sort criterion of a query.
package struct Sort: JSONValue, Sendable, Hashable {
  package var key: FieldKey
  package var ascending: Bool
  /// The reference location for a sort by distance.
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
    // Documented as a location; some clients send a field.
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
