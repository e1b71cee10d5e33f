// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData
import Testing

@testable import TripPlanner

/// Laws of merging that hold for any envelopes: their order has no effect, and neither has a repetition.
struct MergeLawTests {
  private static let trip = UUID(namespace: .tripNamespace, name: "law")

  private static func envelopes(_ random: inout SeededRandom) -> [ChangeEnvelope] {
    let properties = ["title", "destination", "startDay", "notes", "isArchived", "isDeleted"]
    return (0..<Int.random(in: 2...12, using: &random)).map { index in
      var values: [String: String] = [:]
      var clocks: [String: HybridTimestamp] = [:]
      // Few times and few devices, so that equal ones occur.
      let time = HybridTimestamp(
        milliseconds: 1_800_000_000_000 + Int64.random(in: 0...4, using: &random),
        node: UInt64.random(in: 1...3, using: &random))
      for property in properties where Bool.random(using: &random) {
        clocks[property] = time
        switch property {
        case "startDay": values[property] = "2027-03-0\(Int.random(in: 1...9, using: &random))"
        case "isArchived", "isDeleted":
          values[property] = Bool.random(using: &random) ? "true" : "false"
        case "notes" where Bool.random(using: &random): break
        default: values[property] = "\(property) \(Int.random(in: 0...9, using: &random))"
        }
      }
      return ChangeEnvelope(
        id: UUID(namespace: trip, name: "\(index)"), kind: .update, entity: "Trip", objectID: trip,
        values: values, clocks: clocks, token: Int64(index))
    }
  }

  private static func result(_ envelopes: [ChangeEnvelope]) async throws -> [String?] {
    let container = try TripStore.inMemory()
    let coordinator = TripSyncCoordinator(modelContainer: container)
    for envelope in envelopes { try await coordinator.apply([envelope]) }
    let model = try #require(try ModelContext(container).first(Trip.self, id: trip))
    return Trip.fields.map { $0.text(model) }
  }

  @Test(arguments: 1...25)
  func `envelopes in any order and more than once give one result`(_ seed: Int) async throws {
    var random = SeededRandom(seed: UInt64(seed))
    let envelopes = Self.envelopes(&random)
    let expected = try await Self.result(envelopes)
    for _ in 0..<3 {
      var shuffled = envelopes.shuffled(using: &random)
      shuffled += shuffled.filter { _ in Bool.random(using: &random) }
      #expect(try await Self.result(shuffled) == expected)
    }
    let batch = try TripStore.inMemory()
    let coordinator = TripSyncCoordinator(modelContainer: batch)
    try await coordinator.apply(envelopes.shuffled(using: &random))
    let model = try #require(try ModelContext(batch).first(Trip.self, id: Self.trip))
    #expect(Trip.fields.map { $0.text(model) } == expected)
  }
}
