// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `zones/modify`: zones that are made or deleted, in order.
package struct ModifyZonesRequest: RequestBody {
  /// One zone that is made or deleted.
  package struct Operation: JSONValue, Sendable, Hashable {
    package enum Kind: String, JSONWord {
      /// Succeeds if the zone is there.
      case create
      case delete
    }

    package var kind: Kind
    package var zoneID: ZoneID

    package init(_ kind: Kind, _ zoneID: ZoneID) {
      self.kind = kind
      self.zoneID = zoneID
    }

    package static let inWords = "an operation with operationType and zone"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      kind = try object.required("operationType")
      guard let zone = object.find("zone") else { throw object.missing("zone", Zone.inWords) }
      zoneID = try Zone(json: zone).zoneID
      if kind == .create, zoneID.zoneName != ZoneID.defaultName,
        !NameRules.isItemName(zoneID.zoneName)
      {
        throw WireError(
          path: zone.path + ".zoneID.zoneName", found: WireError.quoted(zoneID.zoneName),
          expected: "1 to \(Limits.nameLength) characters of ASCII, the first no underscore")
      }
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("operationType", kind)
      writer.member("zone", Zone(zoneID: zoneID))
      writer.endObject()
    }
  }

  package var operations: [Operation]

  package init(operations: [Operation]) { self.operations = operations }

  package init(json: JSONNode) throws(WireError) {
    operations = try Bounds.list(
      json.object(), "operations", "an array of operations", atMost: Limits.items)
    var seen = Set<String>()
    for (index, operation) in operations.enumerated()
    where !seen.insert(operation.zoneID.zoneName).inserted {
      throw WireError(
        path: "operations[\(index)].zone.zoneID.zoneName",
        found: "\(WireError.quoted(operation.zoneID.zoneName)) a second time",
        expected: "one operation for each zone")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operations", operations)
    writer.endObject()
  }
}
