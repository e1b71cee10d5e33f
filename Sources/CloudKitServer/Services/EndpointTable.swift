// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The handlers of the endpoints: each decodes a body, calls a service and returns the response's body.
///
/// An endpoint without a handler responds `NOT_FOUND`.
package struct EndpointTable: Sendable {
  package typealias Handler = @Sendable ([UInt8], CallContext) async throws -> [UInt8]

  private var handlers: [Endpoint: Handler] = [:]

  /// A table with all services of the protocol.
  package init(_ data: ServiceContext, accounts: any AccountStorage, assets: AssetService) {
    add(RecordService(data))
    add(ZoneService(data))
    add(ChangeService(data))
    add(UserService(storage: accounts))
    add(assets)
    add(SubscriptionService(data))
    add(DeviceService(data))
  }

  package subscript(endpoint: Endpoint) -> Handler? { handlers[endpoint] }

  /// The endpoints with a handler, in the order of `Endpoint.allCases`.
  var endpoints: [Endpoint] { Endpoint.allCases.filter { handlers[$0] != nil } }

  /// Adds a service's method as the handler of an endpoint.
  mutating func add<Body: RequestBody>(
    _ endpoint: Endpoint,
    _ method: @escaping @Sendable (Body, CallContext) async throws -> [UInt8]
  ) {
    handlers[endpoint] = { bytes, call in try await method(try Body(body: bytes), call) }
  }
}

extension EndpointTable {
  /// `records/*`.
  mutating func add(_ records: RecordService) {
    add(.queryRecords, records.query)
    add(.modifyRecords, records.modify)
    add(.lookupRecords, records.lookup)
  }

  /// `zones/*`.
  mutating func add(_ zones: ZoneService) {
    add(.listZones, zones.list)
    add(.lookupZones, zones.lookup)
    add(.modifyZones, zones.modify)
  }

  /// `assets/*`.
  mutating func add(_ assets: AssetService) {
    add(.uploadAssets, assets.upload)
    add(.rereferenceAssets, assets.rereference)
  }

  /// `subscriptions/*`.
  mutating func add(_ subscriptions: SubscriptionService) {
    add(.listSubscriptions, subscriptions.list)
    add(.lookupSubscriptions, subscriptions.lookup)
    add(.modifySubscriptions, subscriptions.modify)
  }

  /// `tokens/*`.
  mutating func add(_ devices: DeviceService) {
    add(.createToken, devices.create)
    add(.registerToken, devices.register)
  }

  /// `changes/*`, and their deprecated forms.
  mutating func add(_ changes: ChangeService) {
    add(.databaseChanges, changes.databaseChanges)
    add(.zonesChanges) { (request: DatabaseChangesRequest, call) in
      // Its token has a JSON key of its own, even if the request has no token yet.
      var request = request
      request.isMeta = true
      return try await changes.databaseChanges(request, call)
    }
    add(.zoneChanges, changes.zoneChanges)
    add(.recordChanges, changes.recordChanges)
  }
}

extension EndpointTable {
  /// `users/*`.
  mutating func add(_ users: UserService) {
    add(.caller, users.caller)
    add(.currentUser, users.current)
    add(.discoverUsers, users.discover)
    add(.discoverAllUsers, users.discoverAll)
    add(.lookupContacts, users.discoverAll)
    add(.lookupUsersByEmail, users.lookup)
    add(.lookupUsersByID, users.lookup)
    add(.restrictUser, users.restrict)
    add(.unrestrictUser, users.unrestrict)
  }
}
