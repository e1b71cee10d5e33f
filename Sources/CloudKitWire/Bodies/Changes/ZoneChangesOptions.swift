// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How the changes of a zone are wanted: said for the whole request, or for one zone.
package struct ZoneChangesOptions: Sendable, Hashable {
  package var resultsLimit: Int?
  package var desiredKeys: [String]?
  package var desiredRecordTypes: [String]?
  /// True for the newest first.
  package var reverse: Bool?
  package var numbersAsStrings: Bool?

  package init(
    resultsLimit: Int? = nil, desiredKeys: [String]? = nil, desiredRecordTypes: [String]? = nil,
    reverse: Bool? = nil, numbersAsStrings: Bool? = nil
  ) {
    self.resultsLimit = resultsLimit
    self.desiredKeys = desiredKeys
    self.desiredRecordTypes = desiredRecordTypes
    self.reverse = reverse
    self.numbersAsStrings = numbersAsStrings
  }

  init(in object: JSONObject) throws(WireError) {
    resultsLimit = try Bounds.resultsLimit(object)
    desiredKeys = try object.optional("desiredKeys")
    desiredRecordTypes = try object.optional("desiredRecordTypes")
    reverse = try object.optional("reverse")
    numbersAsStrings = try object.optional("numberAsStrings", or: "numbersAsStrings")
  }

  func write(to writer: inout JSONWriter) {
    writer.member("resultsLimit", resultsLimit)
    writer.member("desiredKeys", desiredKeys)
    writer.member("desiredRecordTypes", desiredRecordTypes)
    writer.member("reverse", reverse)
    // Spelled so in the documentation of this endpoint.
    writer.member("numberAsStrings", numbersAsStrings)
  }

  /// These options, and where they say nothing the others.
  package func over(_ others: ZoneChangesOptions) -> ZoneChangesOptions {
    ZoneChangesOptions(
      resultsLimit: resultsLimit ?? others.resultsLimit,
      desiredKeys: desiredKeys ?? others.desiredKeys,
      desiredRecordTypes: desiredRecordTypes ?? others.desiredRecordTypes,
      reverse: reverse ?? others.reverse,
      numbersAsStrings: numbersAsStrings ?? others.numbersAsStrings)
  }
}
