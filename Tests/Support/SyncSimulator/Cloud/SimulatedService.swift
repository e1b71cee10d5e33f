// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import Foundation
import Synchronization

/// A user's connection to the services, with short pages and the virtual clock.
final class SimulatedService: CloudService {
  private let cloud: SimulatedCloud
  private let user: String
  private let clock: VirtualClock
  private let pageLimit: Int
  /// Whether the next request with tokens is rejected because they have expired.
  let expiresTokens = Atomic<Bool>(false)

  init(_ cloud: SimulatedCloud, user: String, _ clock: VirtualClock, pageLimit: Int) {
    self.cloud = cloud
    self.user = user
    self.clock = clock
    self.pageLimit = pageLimit
  }

  func answer(_ request: ServiceRequest) async throws -> ServiceResponse {
    var body = request.body
    if request.route.endpoint == .zoneChanges {
      var changes = try ZoneChangesRequest(body: body)
      if expiresTokens.load(ordering: .relaxed),
        changes.zones.contains(where: { $0.syncToken != nil })
      {
        expiresTokens.store(false, ordering: .relaxed)
        let failures = changes.zones.map {
          ZoneChangesResponse.Item.failure(ZoneFailure(zoneID: $0.zoneID, .syncTokenExpired()))
        }
        return ServiceResponse(
          status: 200, body: try ZoneChangesResponse(zones: failures).encoded())
      }
      for index in changes.zones.indices { changes.zones[index].options.resultsLimit = pageLimit }
      body = try changes.encoded()
    }
    let answer = await cloud.answer(
      request.route.endpoint, request.route.database, body, user: user, at: clock.date)
    return ServiceResponse(status: answer.status, body: answer.body)
  }

  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    throw CKError(.serviceUnavailable, "There are no files here.")
  }

  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    throw CKError(.serviceUnavailable, "There are no files here.")
  }
}
