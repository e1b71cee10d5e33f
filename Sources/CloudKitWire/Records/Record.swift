// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A record dictionary in a request or response.
package struct Record: JSONValue, Sendable, Hashable {
  /// Nil if the server shall choose the name of a new record.
  package var recordName: String?
  package var recordType: String?
  package var recordChangeTag: String?
  /// Nil if a request omits the fields.
  package var fields: RecordFields?
  package var created: AuditStamp?
  package var modified: AuditStamp?
  package var zoneID: ZoneID?
  package var deleted: Bool?
  package var parent: RecordLink?
  /// True in a request that removes the record's parent with `"parent": null`.
  package var clearsParent = false
  /// The share whose root is this record, or the share of its zone.
  package var share: RecordLink?
  private var boxedSharing: Box<RecordSharing>?

  /// The sharing members, which only shares and their roots have.
  package var sharing: RecordSharing? {
    get { boxedSharing?.value }
    set { boxedSharing = newValue.map { Box($0) } }
  }

  package init(
    recordName: String? = nil, recordType: String? = nil, recordChangeTag: String? = nil,
    fields: RecordFields? = nil, created: AuditStamp? = nil, modified: AuditStamp? = nil,
    zoneID: ZoneID? = nil, deleted: Bool? = nil, parent: RecordLink? = nil,
    share: RecordLink? = nil, sharing: RecordSharing? = nil
  ) {
    self.recordName = recordName
    self.recordType = recordType
    self.recordChangeTag = recordChangeTag
    self.fields = fields
    self.created = created
    self.modified = modified
    self.zoneID = zoneID
    self.deleted = deleted
    self.parent = parent
    self.share = share
    boxedSharing = sharing.map { Box($0) }
  }

  package static let inWords = "a record"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    recordName = try object.optional("recordName")
    recordType = try object.optional("recordType")
    recordChangeTag = try object.optional("recordChangeTag")
    if let node = object.value("fields") { fields = try RecordFields(json: node) }
    created = try object.optional("created")
    modified = try object.optional("modified")
    zoneID = try object.optional("zoneID")
    deleted = try object.optional("deleted")
    if let node = object.find("parent") {
      clearsParent = node.isNull
      if !clearsParent { parent = try RecordLink(json: node) }
    }
    share = try object.optional("share")
    boxedSharing = try RecordSharing(in: object).map { Box($0) }
    // Apple's live service accepts only one spelling; its documentation has another.
    if let type = recordType, type.utf8.count == SystemNames.shareType.utf8.count,
      type.lowercased() == SystemNames.shareType
    {
      recordType = SystemNames.shareType
    }
  }

  /// Writes the record for a response.
  package func write(to writer: inout JSONWriter) { write(to: &writer, forResponse: true) }

  /// Writes the record for a response or a request.
  package func write(to writer: inout JSONWriter, forResponse: Bool) {
    writer.beginObject()
    writeBeginning(to: &writer)
    if let fields {
      writer.key("fields")
      fields.write(to: &writer)
      if forResponse { writePluginFields(to: &writer) }
    }
    writeEnd(to: &writer)
    writer.endObject()
  }

  /// Writes the record for a response, with separately stored fields.
  package func write(to writer: inout JSONWriter, fields: UnsafeRawBufferPointer) {
    writer.beginObject()
    writeBeginning(to: &writer)
    writer.key("fields")
    writer.splice(fields)
    writePluginFields(to: &writer)
    writeEnd(to: &writer)
    writer.endObject()
  }

  /// Writes the empty object that responses of Apple's live service always contain.
  private func writePluginFields(to writer: inout JSONWriter) {
    writer.key("pluginFields")
    writer.beginObject()
    writer.endObject()
  }

  private func writeBeginning(to writer: inout JSONWriter) {
    writer.member("recordName", recordName)
    writer.member("recordType", recordType)
  }

  private func writeEnd(to writer: inout JSONWriter) {
    writer.member("recordChangeTag", recordChangeTag)
    writer.member("created", created)
    writer.member("modified", modified)
    writer.member("deleted", deleted)
    writer.member("zoneID", zoneID)
    writer.member("parent", parent)
    if clearsParent, parent == nil {
      writer.key("parent")
      writer.null()
    }
    writer.member("share", share)
    sharing?.write(to: &writer)
  }
}

/// A heap-allocated value, which keeps the containing value small.
indirect enum Box<Value: Sendable & Hashable>: Sendable, Hashable {
  case of(Value)

  init(_ value: Value) { self = .of(value) }

  var value: Value {
    switch self {
    case .of(let value): value
    }
  }
}
