// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user as others may see them.
package struct UserIdentity: JSONValue, Sendable, Hashable {
  package var userRecordName: String?
  package var lookupInfo: LookupInfo?
  package var nameComponents: NameComponents?

  package init(
    userRecordName: String? = nil, lookupInfo: LookupInfo? = nil,
    nameComponents: NameComponents? = nil
  ) {
    self.userRecordName = userRecordName
    self.lookupInfo = lookupInfo
    self.nameComponents = nameComponents
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object("a user identity")
    userRecordName = try object.optional("userRecordName")
    lookupInfo = try object.optional("lookupInfo")
    nameComponents = try object.optional("nameComponents")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("userRecordName", userRecordName)
    writer.member("lookupInfo", lookupInfo)
    writer.member("nameComponents", nameComponents)
  }
}
