// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `tokens/create`.
package struct CreateTokenResponse: ResponseBody {
  package var apnsEnvironment: Environment
  package var apnsToken: String
  /// What a client asks again and again for notifications.
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
