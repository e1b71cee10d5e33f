// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The sign-in request of a device, with name and password: an addition to Apple's protocol.
package struct DeviceSignInRequest: RequestBody {
  /// The maximum number of containers in one request.
  package static let mostContainers = 50

  package var name: String
  package var password: String
  package var environment: Environment
  /// The containers of the device's apps.
  package var containers: [String]

  package init(name: String, password: String, environment: Environment, containers: [String]) {
    self.name = name
    self.password = password
    self.environment = environment
    self.containers = containers
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    name = try object.required("name")
    password = try object.required("password")
    environment = try object.optional("environment") ?? .development
    containers = try Bounds.list(
      object, "containers", "an array of names", atMost: Self.mostContainers)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("password", password)
    writer.member("environment", environment)
    writer.member("containers", containers)
    writer.endObject()
  }
}

/// The response to a device's sign-in: credentials for each requested container on the server.
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

  /// The user's name as stored on the server.
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

/// The request of a device to sign out of one container.
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
