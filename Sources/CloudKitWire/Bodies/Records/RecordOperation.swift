// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One change of a record.
package struct RecordOperation: JSONValue, Sendable, Hashable {
  package enum Kind: String, JSONWord {
    /// Fails if the record is there.
    case create
    /// Changes the fields that are given, if the change tag is the record's.
    case update
    /// Changes the fields that are given, or creates the record.
    case forceUpdate
    /// Like ``update``, and clears all other fields.
    case replace
    /// Like ``forceUpdate``, and clears all other fields.
    case forceReplace
    /// Deletes the record, if a change tag that is given is the record's.
    case delete
    /// Deletes the record if it is there.
    case forceDelete

    package var isDeletion: Bool { self == .delete || self == .forceDelete }
  }

  package var kind: Kind
  package var record: Record
  /// The fields that the answer is to have; nil leaves it to the request.
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
    // One client has it here.
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
          expected: "1 to \(Limits.nameLength) characters of ASCII, the first no underscore")
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
    record.write(to: &writer, asAnswer: false)
    writer.member("desiredKeys", desiredKeys)
    writer.endObject()
  }
}
