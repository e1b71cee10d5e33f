// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `changes/zone`: fetches the changes of several zones.
package struct ZoneChangesRequest: RequestBody {
  /// One zone with its reader's sync token.
  package struct Item: JSONValue, Sendable, Hashable {
    package var zoneID: ZoneID
    /// Nil to fetch from the start.
    package var syncToken: String?
    package var options: ZoneChangesOptions

    package init(
      zoneID: ZoneID, syncToken: String? = nil, options: ZoneChangesOptions = .init()
    ) {
      self.zoneID = zoneID
      self.syncToken = syncToken
      self.options = options
    }

    package static let inWords = "an object with zoneID"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      zoneID = try object.required("zoneID")
      syncToken = try object.optional("syncToken")
      options = try ZoneChangesOptions(in: object)
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("zoneID", zoneID)
      writer.member("syncToken", syncToken)
      options.write(to: &writer)
      writer.endObject()
    }
  }

  package var zones: [Item]
  /// The defaults for options that a zone leaves out.
  package var options: ZoneChangesOptions

  package init(zones: [Item], options: ZoneChangesOptions = .init()) {
    self.zones = zones
    self.options = options
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zones = try Bounds.list(object, "zones", "an array of zones", atMost: Limits.items)
    options = try ZoneChangesOptions(in: object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    options.write(to: &writer)
    writer.endObject()
  }
}

/// The fetch options of a zone's changes, given for the whole request or for one zone.
package struct ZoneChangesOptions: Sendable, Hashable {
  package var resultsLimit: Int?
  package var desiredKeys: [String]?
  package var desiredRecordTypes: [String]?
  /// True to fetch the newest changes first.
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
    // The documentation of this endpoint has this spelling.
    writer.member("numberAsStrings", numbersAsStrings)
  }

  /// These options, with `others` as the defaults.
  package func over(_ others: ZoneChangesOptions) -> ZoneChangesOptions {
    ZoneChangesOptions(
      resultsLimit: resultsLimit ?? others.resultsLimit,
      desiredKeys: desiredKeys ?? others.desiredKeys,
      desiredRecordTypes: desiredRecordTypes ?? others.desiredRecordTypes,
      reverse: reverse ?? others.reverse,
      numbersAsStrings: numbersAsStrings ?? others.numbersAsStrings)
  }
}

/// The response of `changes/zone`.
package struct ZoneChangesResponse: ResponseBody {
  /// The changes of one zone, or an error.
  package enum Item: JSONValue, Sendable, Hashable {
    case changes(ZoneChanges)
    case failure(ZoneFailure)

    package init(json: JSONNode) throws(WireError) {
      if try json.object("the changes of a zone, or an error").value("serverErrorCode") != nil {
        self = .failure(try ZoneFailure(json: json))
      } else {
        self = .changes(try ZoneChanges(json: json))
      }
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .changes(let changes): changes.write(to: &writer)
      case .failure(let failure): failure.write(to: &writer)
      }
    }
  }

  package var zones: [Item]

  package init(zones: [Item]) { self.zones = zones }

  package init(json: JSONNode) throws(WireError) {
    zones = try json.object().required("zones")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    writer.endObject()
  }
}

/// One page of a zone's changes.
package struct ZoneChanges: JSONValue, Sendable, Hashable {
  package var zoneID: ZoneID
  /// Always present, because clients require it.
  package var syncToken: String
  package var moreComing: Bool
  package var records: [RecordResult]

  package init(zoneID: ZoneID, syncToken: String, moreComing: Bool, records: [RecordResult]) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.moreComing = moreComing
    self.records = records
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zoneID = try object.required("zoneID")
    syncToken = try object.required("syncToken")
    moreComing = try object.optional("moreComing") ?? false
    records = try object.required("records")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.member("syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.member("records", records)
    writer.endObject()
  }
}
