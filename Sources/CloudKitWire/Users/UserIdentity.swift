// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user as visible to other users.
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

/// The search key of a user lookup.
package struct LookupInfo: JSONValue, Sendable, Hashable {
  package var emailAddress: String?
  package var phoneNumber: String?
  package var userRecordName: String?

  package init(
    emailAddress: String? = nil, phoneNumber: String? = nil, userRecordName: String? = nil
  ) {
    self.emailAddress = emailAddress
    self.phoneNumber = phoneNumber
    self.userRecordName = userRecordName
  }

  package static let inWords = "an object with emailAddress, phoneNumber or userRecordName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    emailAddress = try object.optional("emailAddress")
    phoneNumber = try object.optional("phoneNumber")
    userRecordName = try object.optional("userRecordName")
    if json.isStrict, emailAddress == nil, phoneNumber == nil, userRecordName == nil {
      throw json.mismatch(Self.inWords)
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("emailAddress", emailAddress)
    writer.member("phoneNumber", phoneNumber)
    writer.member("userRecordName", userRecordName)
    writer.endObject()
  }
}

/// The components of a person's name.
package struct NameComponents: JSONValue, Sendable, Hashable {
  package var namePrefix: String?
  package var givenName: String?
  package var middleName: String?
  package var familyName: String?
  package var nameSuffix: String?
  package var nickname: String?
  private var phonetic: Box<NameComponents>?

  package var phoneticRepresentation: NameComponents? {
    get { phonetic?.value }
    set { phonetic = newValue.map { Box($0) } }
  }

  package init(givenName: String? = nil, familyName: String? = nil) {
    self.givenName = givenName
    self.familyName = familyName
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object("an object with name components")
    namePrefix = try object.optional("namePrefix")
    givenName = try object.optional("givenName")
    middleName = try object.optional("middleName")
    familyName = try object.optional("familyName")
    nameSuffix = try object.optional("nameSuffix")
    nickname = try object.optional("nickname")
    phoneticRepresentation = try object.optional("phoneticRepresentation")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("namePrefix", namePrefix)
    writer.member("givenName", givenName)
    writer.member("middleName", middleName)
    writer.member("familyName", familyName)
    writer.member("nameSuffix", nameSuffix)
    writer.member("nickname", nickname)
    writer.member("phoneticRepresentation", phoneticRepresentation)
    writer.endObject()
  }
}
