// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `tokens/create`: creates a push token for receiving notifications.
package struct CreateTokenRequest: RequestBody {
  package var apnsEnvironment: Environment
  /// An ID that distinguishes this client from the user's other clients.
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

/// The response of `tokens/create`.
package struct CreateTokenResponse: ResponseBody {
  package var apnsEnvironment: Environment
  package var apnsToken: String
  /// The URL that a client polls for notifications.
  package var webcourierURL: String

  package init(apnsEnvironment: Environment, apnsToken: String, webcourierURL: String) {
    self.apnsEnvironment = apnsEnvironment
    self.apnsToken = apnsToken
    self.webcourierURL = webcourierURL
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    apnsEnvironment = try object.required("apnsEnvironment")
    apnsToken = try object.required("apnsToken")
    webcourierURL = try object.required("webcourierURL")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("apnsEnvironment", apnsEnvironment)
    writer.member("apnsToken", apnsToken)
    writer.member("webcourierURL", webcourierURL)
    writer.endObject()
  }
}

/// `tokens/register`: registers an existing push token for notifications.
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
