// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation
import SystemSupport

/// Creates and renews the tokens by which devices receive notifications.
package struct DeviceService: Sendable {
  let data: ServiceContext
  private let tokens: NotificationTokens

  package init(_ data: ServiceContext) {
    self.data = data
    tokens = NotificationTokens(sealer: data.sealer)
  }

  /// `tokens/create`: a client with a `clientId` continues at its stored position.
  package func create(_ request: CreateTokenRequest, _ call: CallContext) async throws -> [UInt8] {
    let name = try call.subscriberName
    if let client = request.clientID, !NameRules.isIdentifier(client) {
      throw ServerFailure(
        .badRequest,
        "clientId: found \(WireError.quoted(client)), expected 1 to \(Limits.nameLength) characters "
          + "of ASCII")
    }
    let (token, moment) = (Hexadecimal.text(Secret.bytes(32)), call.timestamp)
    let device = try await data.write(call) { writer, database in
      _ = try writer.deleteDevices(
        usedBefore: moment - NotificationLimits.unusedAtMost, expiringBefore: moment, limit: 100)
      let subscriber = try writer.makeSubscriber(name, of: database.schema)
      var device: StoredDevice
      if let client = request.clientID,
        let known = try writer.device(client: client, of: subscriber)
      {
        device = known
      } else {
        // A new device receives only later notifications.
        let last = try writer.lastNotification()
        device = StoredDevice(
          subscriber: subscriber, hash: [], client: request.clientID,
          apnsEnvironment: request.apnsEnvironment, confirmed: last, sent: last, used: 0,
          expires: 0)
        try writer.deleteIdlestDevices(
          of: subscriber, keeping: NotificationLimits.devices - 1)
      }
      device.hash = Secret.hash(token.utf8)
      device.apnsEnvironment = request.apnsEnvironment
      device.renew(at: moment)
      try writer.save(&device)
      return device
    }
    return try CreateTokenResponse(
      apnsEnvironment: request.apnsEnvironment, apnsToken: token,
      webcourierURL: call.baseURL + Route.notifications(token: tokens.url(device)).path
    ).encoded()
  }

  /// `tokens/register`: renews a token of the caller.
  ///
  /// Tokens of Apple's push service are rejected, because this server cannot send to it.
  package func register(_ request: RegisterTokenRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    let name = try call.subscriberName
    let moment = call.timestamp
    let isKnown = try await data.write(call) { writer, database in
      guard let subscriber = try writer.subscriber(name, of: database.schema),
        var device = try writer.device(
          hash: Secret.hash(request.apnsToken.utf8), of: subscriber),
        device.isAlive(at: moment)
      else { return false }
      device.apnsEnvironment = request.apnsEnvironment
      device.renew(at: moment)
      try writer.save(&device)
      return true
    }
    guard isKnown else {
      throw ServerFailure(
        .badRequest,
        "apnsToken is not a token of this user and server: request one by tokens/create. This server "
          + "does not use Apple's push service.")
    }
    return try EmptyResponse().encoded()
  }
}

extension DeviceService {
  /// Removes expired and idle devices, with the notifications that only they wait for.
  ///
  /// - Parameter date: The current date.
  /// - Returns: The number of removed devices.
  /// - Throws: ``ServerFailure`` if the storage fails.
  @discardableResult
  package func removeExpired(at date: Date) async throws -> Int {
    let moment = date.milliseconds
    var count = 0
    while true {
      // One transaction per batch, so that other writers get their turns.
      let some = try await data.translatingErrors {
        try await data.storage.write {
          try $0.deleteDevices(
            usedBefore: moment - NotificationLimits.unusedAtMost, expiringBefore: moment,
            limit: 1_000)
        }
      }
      count += some
      if some < 1_000 { return count }
    }
  }
}

extension StoredDevice {
  mutating func renew(at moment: Int64) {
    used = moment
    expires = moment + NotificationLimits.lifetime
  }

  func isAlive(at moment: Int64) -> Bool {
    moment <= expires && moment - used <= NotificationLimits.unusedAtMost
  }
}
