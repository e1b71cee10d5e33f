// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The components of a share's link.
package struct StableURL: JSONValue, Sendable, Hashable {
  package var routingKey: String?
  package var shortTokenHash: String?
  package var protectedFullToken: String?
  package var encryptedPublicSharingKey: String?
  package var displayedHostname: String?

  package init() {}

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    routingKey = try object.optional("routingKey")
    shortTokenHash = try object.optional("shortTokenHash")
    protectedFullToken = try object.optional("protectedFullToken")
    encryptedPublicSharingKey = try object.optional("encryptedPublicSharingKey")
    displayedHostname = try object.optional("displayedHostname")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("routingKey", routingKey)
    writer.member("shortTokenHash", shortTokenHash)
    writer.member("protectedFullToken", protectedFullToken)
    writer.member("encryptedPublicSharingKey", encryptedPublicSharingKey)
    writer.member("displayedHostname", displayedHostname)
    writer.endObject()
  }
}
