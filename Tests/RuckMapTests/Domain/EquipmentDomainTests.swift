// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@MainActor
@Suite struct EquipmentDomainTests {
  let testCase: SwiftDataTestCase

  init() throws { testCase = try SwiftDataTestCase() }

  private func item(_ name: String, _ type: EquipmentType, weight: Double) throws -> Equipment {
    let item = Equipment(name: name, type: type, weight: weight, owner: try testCase.user())
    testCase.context.insert(item)
    try testCase.context.save()
    return item
  }

  private func ruck(_ distance: Double, _ duration: Double, user: User?) throws -> RuckingSession {
    let session = RuckingSession(
      startDate: Date(timeIntervalSinceReferenceDate: 800_000_000), packWeight: 35, user: user)
    testCase.context.insert(session)
    try session.completeSession(
      endDate: session.startDate + duration, finalDistance: distance)
    return session
  }

  @Test func `uses are added up`() throws {
    let pack = try item("GORUCK GR1", .backpack, weight: 3)
    pack.replacementRecommendedAt = 1000
    pack.recordUsage(distance: 50, duration: 3600)
    pack.recordUsage(distance: 75, duration: 4500)
    pack.recordUsage(distance: 100, duration: 6000)
    try testCase.context.save()
    #expect(pack.totalDistance == 225)
    #expect(pack.totalSessions == 3)
    #expect(pack.totalHours == 14100)
    #expect(pack.averageDistancePerSession == 75)
    #expect(!pack.needsReplacement)
    #expect(try #require(pack.estimateRemainingLife()) > 0.7)
    #expect(try #require(pack.estimateRemainingLife()) == 0.775)
  }

  @Test func `boots of 600 miles are worn out`() throws {
    let boots = try item("Trail Runners", .boots, weight: 1.5)
    boots.replacementRecommendedAt = 500
    boots.recordUsage(distance: 600, duration: 36000)
    try testCase.context.save()
    #expect(boots.needsReplacement)
    #expect(boots.estimateRemainingLife() == 0)
  }

  @Test func `300 dollars for 200 miles are 1,5 a mile`() throws {
    let pack = try item("Expensive Pack", .backpack, weight: 4)
    pack.purchasePrice = 300
    pack.recordUsage(distance: 100, duration: 6000)
    pack.recordUsage(distance: 100, duration: 6000)
    try testCase.context.save()
    #expect(pack.costPerMile == 1.5)
  }

  @Test func `clothing wears by hours, which are kept in seconds`() throws {
    let shirt = try item("Shirt", .clothing, weight: 0.5)
    shirt.replacementRecommendedAt = shirt.equipmentType.typicalReplacementThreshold
    shirt.recordUsage(distance: 900, duration: 50 * 3600)
    #expect(shirt.totalHours == 180_000)
    #expect(shirt.usageHours == 50)
    #expect(shirt.estimateRemainingLife() == 0.75)
    #expect(!shirt.needsReplacement)
    shirt.recordUsage(distance: 0, duration: 150 * 3600)
    #expect(shirt.needsReplacement)
  }

  @Test(arguments: [nil, 0, -5, .nan] as [Double?])
  func `a threshold that is not above 0 is none`(threshold: Double?) throws {
    let pack = try item("Pack", .backpack, weight: 3)
    pack.replacementRecommendedAt = threshold
    pack.recordUsage(distance: 10, duration: 60)
    #expect(pack.estimateRemainingLife() == nil)
    #expect(!pack.needsReplacement)
  }

  @Test func `one ruck counts once, and two count twice`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    let first = try ruck(5, 3600, user: pack.owner)
    first.equipment = [pack]
    #expect(pack.totalSessions == 0)
    first.recordEquipmentUse()
    first.recordEquipmentUse()
    try testCase.context.save()
    #expect(pack.totalSessions == 1)
    #expect(pack.totalDistance == 5)
    #expect(pack.lastUsed == first.startDate)
    let second = try ruck(3, 1800, user: pack.owner)
    second.equipment = [pack]
    second.recordEquipmentUse()
    try testCase.context.save()
    #expect(pack.totalSessions == 2)
    #expect(pack.totalDistance == 8)
    #expect(pack.totalHours == 5400)
    #expect(try testCase.context.fetchCount(FetchDescriptor<EquipmentUse>()) == 2)
  }

  @Test func `a running ruck uses no gear`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    let session = RuckingSession(startDate: Date(), packWeight: 30, user: pack.owner)
    testCase.context.insert(session)
    session.equipment = [pack]
    session.recordEquipmentUse()
    #expect(pack.uses.isEmpty)
  }

  @Test func `gear that is no longer chosen loses the use`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    let session = try ruck(5, 3600, user: pack.owner)
    session.equipment = [pack]
    session.recordEquipmentUse()
    try testCase.context.save()
    session.equipment = []
    session.recordEquipmentUse()
    try testCase.context.save()
    #expect(pack.totalSessions == 0)
    #expect(pack.totalDistance == 0)
    #expect(pack.lastUsed == nil)
    #expect(try testCase.context.fetchCount(FetchDescriptor<EquipmentUse>()) == 0)
  }

  @Test func `a deleted ruck takes its use back`() async throws {
    let pack = try item("Pack", .backpack, weight: 3)
    pack.recordUsage(distance: 2, duration: 600)
    let session = try ruck(5, 3600, user: pack.owner)
    session.equipment = [pack]
    session.recordEquipmentUse()
    try testCase.context.save()
    try await RuckLibrary(modelContainer: testCase.container).delete(session.id)
    let stored = try #require(
      try ModelContext(testCase.container).fetch(FetchDescriptor<Equipment>()).first)
    #expect(stored.totalSessions == 1)
    #expect(stored.totalDistance == 2)
    #expect(stored.sessions.isEmpty)
    #expect(stored.uses.count == 1)
  }

  @Test func `a use on a ruck that an older device deleted does not count`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    pack.recordUsage(distance: 2, duration: 600)
    let session = try ruck(5, 3600, user: pack.owner)
    session.equipment = [pack]
    session.recordEquipmentUse()
    try testCase.context.save()
    // The older device does not know the use, which stays without its ruck.
    let use = try #require(session.equipmentUses.first)
    use.session = nil
    #expect(pack.refreshTotals())
    #expect(pack.totalSessions == 1)
    #expect(pack.totalDistance == 2)
    // A change of another device restores the ruck, and the use with it.
    use.session = session
    #expect(pack.refreshTotals())
    #expect(pack.totalDistance == 7)
  }

  @Test func `a use that a merge restores does not count unless its item is chosen`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    pack.recordUsage(distance: 2, duration: 600)
    let session = try ruck(5, 3600, user: pack.owner)
    session.equipment = [pack]
    session.recordEquipmentUse()
    try testCase.context.save()
    // One device removed choice and use; another one changed the use, which therefore is back.
    session.equipment = []
    #expect(pack.refreshTotals())
    #expect(pack.totalSessions == 1)
    #expect(pack.totalDistance == 2)
    #expect(pack.uses.count == 2)
    #expect(pack.countedUses.map(\.distance) == [2])
    #expect(!pack.refreshTotals())
    // The item is chosen again: the same row counts.
    session.equipment = [pack]
    session.recordEquipmentUse()
    try testCase.context.save()
    #expect(pack.totalSessions == 2)
    #expect(pack.totalDistance == 7)
    #expect(try testCase.context.fetchCount(FetchDescriptor<EquipmentUse>()) == 2)
  }

  @Test func `a use follows the edits of its ruck`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    let session = try ruck(5, 3600, user: pack.owner)
    session.equipment = [pack]
    session.recordEquipmentUse()
    session.distance = 6
    session.didChange("distance")
    try testCase.context.save()
    #expect(pack.totalDistance == 6)
  }

  @Test func `amounts that are not possible count as 0`() throws {
    let pack = try item("Pack", .backpack, weight: 3)
    pack.recordUsage(distance: .nan, duration: -5)
    pack.recordUsage(distance: -.infinity, duration: .infinity)
    #expect(pack.totalDistance == 0)
    #expect(pack.totalHours == 0)
    #expect(pack.totalSessions == 2)
  }
}
