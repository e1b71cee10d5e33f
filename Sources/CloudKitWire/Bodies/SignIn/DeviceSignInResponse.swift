// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a device gets that has signed in: the credentials for each of its containers that the server has.
package struct DeviceSignInResponse: ResponseBody {
  /// The credentials for one container.
  package struct Container: ResponseBody {
    package var name: String
    package var apiToken: String
    package var webAuthToken: String

    package init(name: String, apiToken: String, webAuthToken: String) {
      self.name = name
      self.apiToken = apiToken
      self.webAuthToken = webAuthToken
    }

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object()
      name = try object.required("name")
      apiToken = try object.required("apiToken")
      webAuthToken = try object.required("webAuthToken")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("name", name)
      writer.member("apiToken", apiToken)
      writer.member("webAuthToken", webAuthToken)
      writer.endObject()
    }
  }

  /// The user's name as the server has it.
  package var name: String
  package var containers: [Container]

  package init(name: String, containers: [Container]) {
    self.name = name
    self.containers = containers
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    name = try object.required("name")
    containers = try object.required("containers")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("containers", containers)
    writer.endObject()
  }
}
