// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The 30 endpoints of the protocol.
package enum Endpoint: CaseIterable, Sendable, Hashable {
  case queryRecords, modifyRecords, lookupRecords
  /// Deprecated.
  case recordChanges
  case databaseChanges, zoneChanges
  case listZones, lookupZones, modifyZones
  /// Deprecated.
  case zonesChanges
  case listSubscriptions, lookupSubscriptions, modifySubscriptions
  /// Deprecated.
  case currentUser
  case caller
  /// Looks up the named users.
  case discoverUsers
  /// Looks up the users in the caller's address book.
  case discoverAllUsers
  /// Deprecated.
  case lookupUsersByEmail, lookupUsersByID, lookupContacts
  case restrictUser, unrestrictUser
  case uploadAssets
  /// The URL from an upload response.
  case uploadAssetData
  case rereferenceAssets
  case createToken, registerToken
  case resolveShares, acceptShares
  /// The URL from a token-creation response.
  case receiveNotifications

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The last components of the path; empty for the two URLs issued by the server.
  package var operation: String {
    switch self {
    case .queryRecords: "records/query"
    case .modifyRecords: "records/modify"
    case .lookupRecords: "records/lookup"
    case .recordChanges: "records/changes"
    case .databaseChanges: "changes/database"
    case .zoneChanges: "changes/zone"
    case .listZones: "zones/list"
    case .lookupZones: "zones/lookup"
    case .modifyZones: "zones/modify"
    case .zonesChanges: "zones/changes"
    case .listSubscriptions: "subscriptions/list"
    case .lookupSubscriptions: "subscriptions/lookup"
    case .modifySubscriptions: "subscriptions/modify"
    case .currentUser: "users/current"
    case .caller: "users/caller"
    case .discoverUsers, .discoverAllUsers: "users/discover"
    case .lookupUsersByEmail: "users/lookup/email"
    case .lookupUsersByID: "users/lookup/id"
    case .lookupContacts: "users/lookup/contacts"
    case .restrictUser: "users/restrict"
    case .unrestrictUser: "users/unrestrict"
    case .uploadAssets: "assets/upload"
    case .rereferenceAssets: "assets/rereference"
    case .createToken: "tokens/create"
    case .registerToken: "tokens/register"
    case .resolveShares: "records/resolve"
    case .acceptShares: "records/accept"
    case .uploadAssetData, .receiveNotifications: ""
    }
  }

  /// The accepted HTTP methods, the documented one first.
  ///
  /// Endpoints without parameters also accept a POST of `{}`.
  package var methods: [Method] {
    switch self {
    case .listZones, .listSubscriptions, .currentUser, .caller, .lookupContacts, .restrictUser,
      .unrestrictUser:
      [.get, .post]
    case .discoverAllUsers, .receiveNotifications: [.get]
    default: [.post]
    }
  }

  /// The databases that have the endpoint; the first is the default for a path without a database.
  package var databases: [DatabaseScope] {
    switch self {
    case .recordChanges, .databaseChanges, .zoneChanges, .zonesChanges: [.private, .shared]
    case .modifyZones, .restrictUser, .unrestrictUser: [.private]
    case .currentUser: [.public, .private]
    case .caller, .discoverUsers, .discoverAllUsers, .lookupUsersByEmail, .lookupUsersByID,
      .lookupContacts, .resolveShares, .acceptShares:
      [.public]
    default: [.public, .private, .shared]
    }
  }

  /// True if the path may omit the database, as some clients do.
  var mayOmitDatabase: Bool {
    operation.hasPrefix("users/") || operation.hasPrefix("tokens/")
      || operation.hasPrefix("subscriptions/")
  }

  /// True if the endpoint's path begins with `/device`.
  package var isForDevices: Bool { self == .createToken || self == .registerToken }

  /// The endpoints by the last components of their path, including alternative spellings.
  static let byOperation: [String: [Endpoint]] = {
    var endpoints: [String: [Endpoint]] = [:]
    for endpoint in allCases where !endpoint.operation.isEmpty {
      endpoints[endpoint.operation, default: []].append(endpoint)
    }
    endpoints["records/shares/accept"] = [.acceptShares]
    return endpoints
  }()
}
