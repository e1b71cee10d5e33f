// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Gives the caller's programs tokens to be told of changes by.
package struct DeviceService: Sendable {
  let data: CloudData
  private let tokens: CourierTokens

  package init(_ data: CloudData) {
    self.data = data
    tokens = CourierTokens(sealer: data.sealer)
  }

  /// `tokens/create`: a program that says which client it is keeps its place in what it is told.
  package func create(_ request: CreateTokenRequest, _ call: Call) async throws -> [UInt8] {
    let name = try call.subscriberName
    if let client = request.clientID, !NameRules.isIdentifier(client) {
      throw ServerFailure(
        .badRequest,
        "clientId: found \(WireError.quoted(client)), expected 1 to \(Limits.nameLength) characters "
          + "of ASCII")
    }
    let (token, moment) = (Secret.hexadecimal(Secret.bytes(32)), call.timestamp)
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
        // What is older is none of its business.
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

  /// `tokens/register`: keeps a token of the caller alive for as long as a new one.
  ///
  /// Tokens of Apple's push service are refused: this server can't send there.
  package func register(_ request: RegisterTokenRequest, _ call: Call) async throws -> [UInt8] {
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
        "apnsToken is not one that this server gave to the user: ask for one by tokens/create. It "
          + "does not send by Apple's push service.")
    }
    return try EmptyResponse().encoded()
  }
}

extension DeviceService {
  /// Forgets devices that have not asked for long, with what waits for them alone; gives how many.
  @discardableResult
  package func removeExpired(at date: Date) async throws -> Int {
    let moment = date.milliseconds
    var count = 0
    while true {
      // Others write in between.
      let some = try await data.answering {
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
