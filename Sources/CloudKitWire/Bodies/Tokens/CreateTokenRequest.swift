// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `tokens/create`: asks for a token to receive notifications with.
package struct CreateTokenRequest: RequestBody {
  package var apnsEnvironment: Environment
  /// What tells this client from others of the same user.
  package var clientID: String?

  package init(apnsEnvironment: Environment, clientID: String? = nil) {
    self.apnsEnvironment = apnsEnvironment
    self.clientID = clientID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    apnsEnvironment = try object.required("apnsEnvironment")
    clientID = try object.optional("clientId", or: "clientID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("apnsEnvironment", apnsEnvironment)
    writer.member("clientId", clientID)
    writer.endObject()
  }
}
