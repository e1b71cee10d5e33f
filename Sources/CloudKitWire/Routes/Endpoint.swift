// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What can be asked of a server: the 30 endpoints.
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
  /// Those of the people who are named.
  case discoverUsers
  /// Those of the address book.
  case discoverAllUsers
  /// Deprecated.
  case lookupUsersByEmail, lookupUsersByID, lookupContacts
  case restrictUser, unrestrictUser
  case uploadAssets
  /// The URL that an upload is answered with.
  case uploadAssetData
  case rereferenceAssets
  case createToken, registerToken
  case resolveShares, acceptShares
  /// The URL that the creation of a token is answered with.
  case receiveNotifications

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The last parts of the path; empty for the two URLs that the server gives.
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

  /// How it is asked; the first is the documented way.
  ///
  /// What has no parameters is also asked with a POST of `{}`.
  package var methods: [Method] {
    switch self {
    case .listZones, .listSubscriptions, .currentUser, .caller, .lookupContacts, .restrictUser,
      .unrestrictUser:
      [.get, .post]
    case .discoverAllUsers, .receiveNotifications: [.get]
    default: [.post]
    }
  }

  /// The databases that it can be asked of; the first where the path names none.
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

  /// True if the path may leave the database out, as some clients do.
  var mayOmitDatabase: Bool {
    operation.hasPrefix("users/") || operation.hasPrefix("tokens/")
      || operation.hasPrefix("subscriptions/")
  }

  /// True for paths that begin with `/device`.
  package var isForDevices: Bool { self == .createToken || self == .registerToken }

  /// The endpoints by the last parts of their path, other spellings included.
  static let byOperation: [String: [Endpoint]] = {
    var endpoints: [String: [Endpoint]] = [:]
    for endpoint in allCases where !endpoint.operation.isEmpty {
      endpoints[endpoint.operation, default: []].append(endpoint)
    }
    endpoints["records/shares/accept"] = [.acceptShares]
    return endpoints
  }()
}
