// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `zones/modify`: creates and deletes zones, in order.
package struct ModifyZonesRequest: RequestBody {
  /// One operation on a zone.
  package struct Operation: JSONValue, Sendable, Hashable {
    package enum Kind: String, JSONStringEnum {
      /// Succeeds if the zone exists.
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
          expected: "1 to \(Limits.nameLength) ASCII characters, not beginning with an underscore")
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
        found: "\(WireError.quoted(operation.zoneID.zoneName)) twice",
        expected: "one operation per zone")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operations", operations)
    writer.endObject()
  }
}
