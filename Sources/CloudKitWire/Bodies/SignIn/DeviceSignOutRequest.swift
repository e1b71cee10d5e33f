// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a device sends that signs out of one container.
package struct DeviceSignOutRequest: RequestBody {
  package var container: String
  package var environment: Environment
  package var webAuthToken: String

  package init(container: String, environment: Environment, webAuthToken: String) {
    self.container = container
    self.environment = environment
    self.webAuthToken = webAuthToken
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    container = try object.required("container")
    environment = try object.required("environment")
    webAuthToken = try object.required("webAuthToken")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("container", container)
    writer.member("environment", environment)
    writer.member("webAuthToken", webAuthToken)
    writer.endObject()
  }
}
