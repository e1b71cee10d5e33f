// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A record dictionary, in either direction.
package struct Record: JSONValue, Sendable, Hashable {
  /// Nil in a creation that leaves the name to the server.
  package var recordName: String?
  package var recordType: String?
  package var recordChangeTag: String?
  /// Nil where a client sends none.
  package var fields: RecordFields?
  package var created: RecordStamp?
  package var modified: RecordStamp?
  package var zoneID: ZoneID?
  package var deleted: Bool?
  package var parent: RecordLink?
  /// True in a request that takes the record's parent away: it says `"parent": null`.
  package var clearsParent = false
  /// The share that the record is the root of, or that its zone has.
  package var share: RecordLink?
  private var boxedSharing: Box<RecordSharing>?

  /// What only roots of shares and shares themselves have.
  package var sharing: RecordSharing? {
    get { boxedSharing?.value }
    set { boxedSharing = newValue.map { Box($0) } }
  }

  package init(
    recordName: String? = nil, recordType: String? = nil, recordChangeTag: String? = nil,
    fields: RecordFields? = nil, created: RecordStamp? = nil, modified: RecordStamp? = nil,
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
    // The live service takes one spelling only, the documentation prints another.
    if let type = recordType, type.utf8.count == SystemNames.shareType.utf8.count,
      type.lowercased() == SystemNames.shareType
    {
      recordType = SystemNames.shareType
    }
  }

  /// Writes the record as an answer has it.
  package func write(to writer: inout JSONWriter) { write(to: &writer, asAnswer: true) }

  /// Writes the record as an answer or as a request has it.
  package func write(to writer: inout JSONWriter, asAnswer: Bool) {
    writer.beginObject()
    writeBeginning(to: &writer)
    if let fields {
      writer.key("fields")
      fields.write(to: &writer)
      if asAnswer { writePluginFields(to: &writer) }
    }
    writeEnd(to: &writer)
    writer.endObject()
  }

  /// Writes the record, as an answer has it, with fields that lie elsewhere.
  package func write(to writer: inout JSONWriter, fields: UnsafeRawBufferPointer) {
    writer.beginObject()
    writeBeginning(to: &writer)
    writer.key("fields")
    writer.splice(fields)
    writePluginFields(to: &writer)
    writeEnd(to: &writer)
    writer.endObject()
  }

  /// Always empty, and always there in answers of the live service.
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
