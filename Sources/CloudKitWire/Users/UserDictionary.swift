// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user in responses of the deprecated endpoints.
package struct UserDictionary: ResponseBody {
  package var userRecordName: String
  package var firstName: String?
  package var lastName: String?
  package var emailAddress: String?

  package init(
    userRecordName: String, firstName: String? = nil, lastName: String? = nil,
    emailAddress: String? = nil
  ) {
    self.userRecordName = userRecordName
    self.firstName = firstName
    self.lastName = lastName
    self.emailAddress = emailAddress
  }

  package static let inWords = "a user with userRecordName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    userRecordName = try object.required("userRecordName")
    firstName = try object.optional("firstName")
    lastName = try object.optional("lastName")
    emailAddress = try object.optional("emailAddress")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("userRecordName", userRecordName)
    writer.member("firstName", firstName)
    writer.member("lastName", lastName)
    writer.member("emailAddress", emailAddress)
    writer.endObject()
  }
}
