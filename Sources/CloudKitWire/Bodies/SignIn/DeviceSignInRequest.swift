// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a device sends to be signed in by name and password: an addition to Apple's protocol.
package struct DeviceSignInRequest: RequestBody {
  /// The most containers that one request names.
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
