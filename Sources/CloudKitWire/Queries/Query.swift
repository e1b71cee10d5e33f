// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which records of a type are wanted: those that meet all filters.
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

  /// A list of filters or sorts; a single one is taken as a list of one.
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
