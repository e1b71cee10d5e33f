// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `tokens/register`: has notifications sent to a token that is there already.
package struct RegisterTokenRequest: RequestBody {
  package var apnsEnvironment: Environment
  package var apnsToken: String
  package var clientID: String?

  package init(apnsEnvironment: Environment, apnsToken: String, clientID: String? = nil) {
    self.apnsEnvironment = apnsEnvironment
    self.apnsToken = apnsToken
    self.clientID = clientID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    apnsEnvironment = try object.required("apnsEnvironment")
    apnsToken = try object.required("apnsToken")
    clientID = try object.optional("clientId", or: "clientID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("apnsEnvironment", apnsEnvironment)
    writer.member("apnsToken", apnsToken)
    writer.member("clientId", clientID)
    writer.endObject()
  }
}
