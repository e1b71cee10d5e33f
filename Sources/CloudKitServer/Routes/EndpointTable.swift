// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// What answers each endpoint: it reads a body, calls a service and gives the body of the answer.
///
/// An endpoint that nobody has added is answered as one that does not exist.
package struct EndpointTable: Sendable {
  package typealias Handler = @Sendable ([UInt8], Call) async throws -> [UInt8]

  private var handlers: [Endpoint: Handler] = [:]

  /// The services that the protocol has, on the same data.
  package init(_ data: CloudData, accounts: any AccountStorage, assets: AssetService) {
    add(RecordService(data))
    add(ZoneService(data))
    add(ChangeService(data))
    add(UserService(storage: accounts))
    add(assets)
    add(SubscriptionService(data))
    add(DeviceService(data))
  }

  package subscript(endpoint: Endpoint) -> Handler? { handlers[endpoint] }

  /// Those that are answered, in the order of the protocol's table.
  var endpoints: [Endpoint] { Endpoint.allCases.filter { handlers[$0] != nil } }

  /// Adds a service's method.
  mutating func add<Body: RequestBody>(
    _ endpoint: Endpoint,
    _ method: @escaping @Sendable (Body, Call) async throws -> [UInt8]
  ) {
    handlers[endpoint] = { bytes, call in try await method(try Body(body: bytes), call) }
  }
}
