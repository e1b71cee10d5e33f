// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a user is looked for by.
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
