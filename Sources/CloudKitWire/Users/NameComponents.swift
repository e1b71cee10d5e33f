// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The parts of a person's name.
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
    let object = try json.object("the parts of a name")
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
