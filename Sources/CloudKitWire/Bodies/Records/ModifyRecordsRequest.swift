// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/modify`: changes of up to 200 records, in order.
package struct ModifyRecordsRequest: RequestBody {
  package var operations: [RecordOperation]
  /// Nil for the default zone, or for the zone that all records name.
  package var zoneID: ZoneID?
  /// All or nothing, in a zone that can do it.
  package var atomic: Bool
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool

  package init(
    operations: [RecordOperation], zoneID: ZoneID? = nil, atomic: Bool = true,
    desiredKeys: [String]? = nil, numbersAsStrings: Bool = false
  ) {
    self.operations = operations
    self.zoneID = zoneID
    self.atomic = atomic
    self.desiredKeys = desiredKeys
    self.numbersAsStrings = numbersAsStrings
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    operations = try Bounds.list(
      object, "operations", "an array of operations", atMost: Limits.operations)
    zoneID = try object.optional("zoneID")
    atomic = try object.optional("atomic") ?? true
    desiredKeys = try object.optional("desiredKeys")
    numbersAsStrings = try object.optional("numbersAsStrings", or: "numberAsStrings") ?? false
    try refuseRepeatedRecords()
  }

  /// The zone of an operation: that of the request, else that of its record, else the default one.
  package func zoneID(of operation: RecordOperation) -> ZoneID {
    zoneID ?? operation.record.zoneID ?? .default
  }

  private func refuseRepeatedRecords() throws(WireError) {
    struct Key: Hashable {
      let zone: String
      let owner: String?
      let name: String
    }
    var seen = Set<Key>(minimumCapacity: operations.count)
    for (index, operation) in operations.enumerated() {
      guard let name = operation.record.recordName else { continue }
      let zone = zoneID(of: operation)
      let key = Key(zone: zone.zoneName, owner: zone.ownerRecordName, name: name)
      guard seen.insert(key).inserted else {
        throw WireError(
          path: "operations[\(index)].record.recordName",
          found: "\(WireError.quoted(name)) a second time",
          expected: "one operation for each record")
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operations", operations)
    writer.member("zoneID", zoneID)
    writer.member("atomic", atomic)
    writer.member("desiredKeys", desiredKeys)
    writer.member("numbersAsStrings", ifTrue: numbersAsStrings)
    writer.endObject()
  }
}
