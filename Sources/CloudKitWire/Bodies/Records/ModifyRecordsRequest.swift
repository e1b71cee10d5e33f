// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/modify`: applies operations on up to 200 records, in order.
package struct ModifyRecordsRequest: RequestBody {
  package var operations: [RecordOperation]
  /// Nil for the zone of each operation's record, or else the default zone.
  package var zoneID: ZoneID?
  /// True to apply all operations or none, in a zone that supports atomic batches.
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
    try checkForDuplicateRecords()
  }

  /// The zone of an operation: the request's zone, else the record's, else the default zone.
  package func zoneID(of operation: RecordOperation) -> ZoneID {
    zoneID ?? operation.record.zoneID ?? .default
  }

  private func checkForDuplicateRecords() throws(WireError) {
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
          found: "\(WireError.quoted(name)) twice",
          expected: "one operation per record")
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

/// One operation on a record.
package struct RecordOperation: JSONValue, Sendable, Hashable {
  package enum Kind: String, JSONStringEnum {
    /// Fails if the record exists.
    case create
    /// Updates the given fields; fails if the change tag does not match.
    case update
    /// Updates the given fields, or creates the record, regardless of the change tag.
    case forceUpdate
    /// Like ``update``, and clears all other fields.
    case replace
    /// Like ``forceUpdate``, and clears all other fields.
    case forceReplace
    /// Deletes the record; fails if a given change tag does not match.
    case delete
    /// Deletes the record if it exists, regardless of the change tag.
    case forceDelete

    package var isDeletion: Bool { self == .delete || self == .forceDelete }
  }

  package var kind: Kind
  package var record: Record
  /// The fields to return; nil for the request's `desiredKeys`.
  package var desiredKeys: [String]?

  package init(_ kind: Kind, _ record: Record, desiredKeys: [String]? = nil) {
    self.kind = kind
    self.record = record
    self.desiredKeys = desiredKeys
  }

  package static let inWords = "an operation with operationType and record"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    kind = try object.required("operationType")
    guard let recordNode = object.find("record") else { throw object.missing("record", "a record") }
    record = try Record(json: recordNode)
    // One known client sends it beside the record.
    if record.recordType == nil { record.recordType = try object.optional("recordType") }
    desiredKeys = try object.optional("desiredKeys")
    if json.isStrict { try check(recordNode) }
  }

  private func check(_ node: JSONNode) throws(WireError) {
    let object = JSONObject(node: node)
    if kind == .create, record.recordType == nil {
      throw object.missing("recordType", "the type of the record to create")
    }
    if let type = record.recordType, !NameRules.isRecordType(type), !kind.isDeletion {
      throw WireError(
        path: node.path + ".recordType", found: WireError.quoted(type),
        expected: "a letter, then letters, digits and underscores, at most \(Limits.nameLength)")
    }
    if let name = record.recordName {
      guard kind == .create ? NameRules.isItemName(name) : NameRules.isIdentifier(name) else {
        throw WireError(
          path: node.path + ".recordName", found: WireError.quoted(name),
          expected: "1 to \(Limits.nameLength) ASCII characters, not beginning with an underscore")
      }
    } else if kind != .create {
      throw object.missing("recordName", "the name of the record")
    }
    if !kind.isDeletion { try record.fields?.checkNames() }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operationType", kind)
    writer.key("record")
    record.write(to: &writer, forResponse: false)
    writer.member("desiredKeys", desiredKeys)
    writer.endObject()
  }
}
