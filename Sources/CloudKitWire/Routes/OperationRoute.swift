// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An endpoint of a container's database.
package struct OperationRoute: Sendable, Hashable {
  /// The version of the protocol.
  package static let version = "1"

  package var container: String
  package var environment: Environment
  package var database: DatabaseScope
  package var endpoint: Endpoint

  package init(
    container: String, environment: Environment, database: DatabaseScope, endpoint: Endpoint
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.endpoint = endpoint
  }

  /// The documented path.
  package var path: String {
    let start = "\(Self.version)/\(PercentCoding.encoded(container))/\(environment.rawValue)"
    // Apple's live service responds with 405 to the documented `/database` path.
    if endpoint.isForDevices { return "/device/\(start)/\(endpoint.operation)" }
    return "/database/\(start)/\(database.rawValue)/\(endpoint.operation)"
  }

  init(_ segments: [String], path: String, method: String) throws(RouteError) {
    guard segments.count >= 6, segments[1] == Self.version else { throw .notFound(path) }
    container = segments[2]
    guard NameRules.isContainer(container) else {
      throw .badRequest(
        "the path names the container \(WireError.quoted(container)): expected a name that begins "
          + "with iCloud. and has letters, digits, dots, hyphens and underscores")
    }
    guard let environment = Environment(rawValue: segments[3]) else {
      throw .badRequest(
        "the path names the environment \(WireError.quoted(segments[3])): expected "
          + "development or production")
    }
    self.environment = environment
    let named = DatabaseScope(rawValue: segments[4])
    let operation = segments[(named == nil ? 4 : 5)...].joined(separator: "/")
    guard let endpoints = Endpoint.byOperation[operation] else { throw .notFound(path) }
    let isForDevices = segments[0] == "device"
    guard !isForDevices || endpoints[0].isForDevices else { throw .notFound(path) }
    guard named != nil || endpoints[0].mayOmitDatabase else { throw .notFound(path) }
    let allowed = endpoints.flatMap(\.methods)
    try RouteError.check(method, allowed)
    guard let endpoint = endpoints.first(where: { $0.methods.contains { $0.rawValue == method } })
    else { throw .notFound(path) }
    self.endpoint = endpoint
    database = named ?? endpoint.databases[0]
    guard endpoint.databases.contains(database) else {
      throw .badRequest("endpoint not applicable in the database type '\(database.rawValue)db'")
    }
  }
}
