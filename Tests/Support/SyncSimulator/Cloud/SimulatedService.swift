// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import Foundation
import Synchronization

/// A user's way to the services, in short pages, with the server's time.
final class SimulatedService: CloudService {
  private let cloud: SimulatedCloud
  private let user: String
  private let clock: VirtualClock
  private let pageLimit: Int
  /// Whether the next tokens are to be refused as those of a server that has forgotten.
  let expiresTokens = Atomic<Bool>(false)

  init(_ cloud: SimulatedCloud, user: String, _ clock: VirtualClock, pageLimit: Int) {
    self.cloud = cloud
    self.user = user
    self.clock = clock
    self.pageLimit = pageLimit
  }

  func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
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
        return ServiceAnswer(status: 200, body: try ZoneChangesResponse(zones: failures).encoded())
      }
      for index in changes.zones.indices { changes.zones[index].options.resultsLimit = pageLimit }
      body = try changes.encoded()
    }
    let answer = await cloud.answer(
      request.route.endpoint, request.route.database, body, user: user, at: clock.date)
    return ServiceAnswer(status: answer.status, body: answer.body)
  }

  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer {
    throw CKError(.serviceUnavailable, "There are no files here.")
  }

  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer {
    throw CKError(.serviceUnavailable, "There are no files here.")
  }
}
