// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import RuckMap
import RuckSync
import SwiftData
import Testing

/// Two devices of one person, which sync rucks through a server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct TwoDeviceTests {
  @Test func `an imported ruck arrives with its points`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = (
        try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
      )
      try await first.library.addSampleIfEmpty()
      try await first.sync.syncNow()
      try await second.sync.syncNow()
      let context = ModelContext(second.library.modelContainer)
      let ruck = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
      let sent = try ModelContext(first.library.modelContainer)
        .fetch(FetchDescriptor<RuckingSession>()).first
      #expect(ruck.id == sent?.id)
      #expect(ruck.locationPoints.count == sent?.locationPoints.count)
      #expect(ruck.locationPoints.count > 100)
    }
  }

  /// Two devices of one person that have a user, a pack and a running ruck in common.
  private func pair(_ cloud: RunningCloud) async throws -> (RuckDevice, RuckDevice) {
    let (first, second) = (
      try await RuckDevice(cloud, "first"), try await RuckDevice(cloud, "second")
    )
    let context = ModelContext(first.library.modelContainer)
    let user = User(email: "ann@example.com", displayName: "Ann", persona: .general)
    context.insert(user)
    let pack = Equipment(name: "Pack", type: .backpack, weight: 3, owner: user)
    context.insert(pack)
    let session = RuckingSession(startDate: Self.start, packWeight: 30, user: user)
    context.insert(session)
    session.equipment = [pack]
    try context.save()
    try await first.sync.syncNow()
    try await second.sync.syncNow()
    return (first, second)
  }

  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// Completes the running ruck on a device, and records its use of gear.
  private func complete(
    _ device: RuckDevice, miles: Double, hours: Double, loss: Double? = nil
  ) throws {
    let context = ModelContext(device.library.modelContainer)
    let session = try #require(try context.fetch(RuckingSession.activeSessions).first)
    if let loss { session.elevationLoss = loss }
    try session.completeSession(
      endDate: session.startDate + hours * 3600, finalDistance: miles)
    session.recordEquipmentUse()
    try context.save()
  }

  private func sync(_ devices: [RuckDevice]) async throws {
    for _ in 0..<3 {
      for device in devices {
        try await device.sync.syncNow()
        try await device.library.recalculateMergedFigures()
      }
    }
    for device in devices { try await device.sync.syncNow() }
  }

  private func models<Model: PersistentModel>(
    _ type: Model.Type, on device: RuckDevice
  ) throws -> [Model] {
    try ModelContext(device.library.modelContainer).fetch(FetchDescriptor<Model>())
  }

  @Test func `one ruck that two devices complete counts once for its gear`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await pair(cloud)
      try complete(first, miles: 4, hours: 1, loss: 100)
      try complete(second, miles: 5, hours: 2)
      try await sync([first, second])
      for device in [first, second] {
        let sessions = try models(RuckingSession.self, on: device)
        #expect(sessions.count == 1)
        // The later completion has all figures; the loss belongs to the earlier one.
        #expect(sessions.map(\.distance) == [5])
        #expect(sessions.map(\.duration) == [7200])
        #expect(sessions.map(\.elevationLoss) == [0])
        #expect(sessions.map(\.storedPace) == [24])
        let packs = try models(Equipment.self, on: device)
        #expect(packs.map(\.totalSessions) == [1])
        #expect(packs.map(\.totalDistance) == [5])
        #expect(packs.map(\.totalHours) == [7200])
        #expect(try models(EquipmentUse.self, on: device).count == 1)
      }
      let conflicts = try await second.sync.conflicts() + first.sync.conflicts()
      let distance = try #require(
        conflicts.first {
          $0.entityName == "RuckingSession" && $0.propertyName == "distance"
        })
      #expect(DataConflict(distance).resolution != .merge)
      // Uses are derived, so that users see no conflict of them.
      #expect(
        conflicts.filter { $0.entityName == "EquipmentUse" }.allSatisfy {
          RuckMapStore.isDerived($0.propertyName ?? "", of: $0.entityName)
        })
    }
  }

  @Test func `one ruck that two devices complete has one entry in the feed`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await pair(cloud)
      for device in [first, second] {
        let repository = SwiftDataRuckSessionRepository(
          modelContainer: device.library.modelContainer)
        let running = try #require(try await repository.fetchActive(for: nil))
        try await repository.complete(running.id, rpe: 5, notes: nil)
      }
      try await sync([first, second])
      for device in [first, second] {
        let kinds = try models(SocialActivity.self, on: device).map(\.kind.rawValue).sorted()
        #expect(kinds == ["achievement_earned", "session_completed"])
        #expect(try await device.library.feed(in: .current).count == 2)
      }
    }
  }

  @Test func `two rucks with one pack on two devices count twice`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await pair(cloud)
      for (index, device) in [first, second].enumerated() {
        let context = ModelContext(device.library.modelContainer)
        let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
        let session = RuckingSession(
          startDate: Self.start + Double(index + 1) * 86400, packWeight: 30, user: user)
        context.insert(session)
        session.equipment = try context.fetch(FetchDescriptor<Equipment>())
        try session.completeSession(
          endDate: session.startDate + 3600, finalDistance: Double(index + 3))
        session.recordEquipmentUse()
        try context.save()
      }
      try await sync([first, second])
      for device in [first, second] {
        let packs = try models(Equipment.self, on: device)
        #expect(packs.map(\.totalSessions) == [2])
        #expect(packs.map(\.totalDistance) == [7])
        #expect(packs.map(\.lastUsed) == [Self.start + 2 * 86400])
      }
      // A deletion on one device takes the use back on both.
      let last = try #require(
        try models(RuckingSession.self, on: first).first { $0.distance == 4 })
      try await first.library.delete(last.id)
      try await sync([first, second])
      for device in [first, second] {
        #expect(try models(Equipment.self, on: device).map(\.totalDistance) == [3])
        #expect(try models(EquipmentUse.self, on: device).count == 1)
      }
    }
  }

  /// Changes the distance of the completed ruck on a device.
  private func editDistance(_ device: RuckDevice, miles: Double) throws {
    let context = ModelContext(device.library.modelContainer)
    let session = try #require(try context.fetch(RuckingSession.completedSessions).first)
    session.distance = miles
    session.didChange("distance")
    try context.save()
  }

  @Test(arguments: [true, false])
  func `gear that one device removes from a ruck does not come back with another's edit`(
    isRemovalSentFirst: Bool
  ) async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await pair(cloud)
      try complete(first, miles: 4, hours: 1)
      try await sync([first, second])
      let ruck = try #require(try models(RuckingSession.self, on: first).first?.id)
      let pack = try #require(try models(Equipment.self, on: first).first?.id)
      try await first.library.setGear([], of: ruck)
      try editDistance(second, miles: 6)
      try await sync(isRemovalSentFirst ? [first, second] : [second, first])
      for device in [first, second] {
        #expect(try models(RuckingSession.self, on: device).map(\.distance) == [6])
        #expect(try await device.library.gear(of: ruck).isEmpty)
        #expect(try await device.library.gearUses(pack).isEmpty)
        let packs = try models(Equipment.self, on: device)
        #expect(packs.map(\.totalSessions) == [0])
        #expect(packs.map(\.totalDistance) == [0])
        #expect(packs.map(\.lastUsed) == [nil])
      }
      // The choice can be made again, on the other device, and counts once.
      try await second.library.setGear([pack], of: ruck)
      try await sync([first, second])
      for device in [first, second] {
        #expect(try models(Equipment.self, on: device).map(\.totalDistance) == [6])
        #expect(try await device.library.gearUses(pack).map(\.ruck) == [ruck])
      }
    }
  }

  @Test func `reviews of a route by two devices are one review`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await pair(cloud)
      let context = ModelContext(first.library.modelContainer)
      let route = Route(name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creator: nil)
      route.tags = ["alpine"]
      context.insert(route)
      try context.save()
      try await sync([first, second])
      for (device, rating) in [(first, 2.0), (second, 4.0)] {
        let context = ModelContext(device.library.modelContainer)
        let route = try #require(try context.fetch(FetchDescriptor<Route>()).first)
        let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
        route.review(by: user, rating: rating)
        route.tags += ["dry"]
        try context.save()
      }
      try await sync([first, second])
      for device in [first, second] {
        #expect(try models(RouteReview.self, on: device).map(\.rating) == [4])
        #expect(try models(Route.self, on: device).map(\.tags) == [["alpine", "dry"]])
        #expect(try models(RouteTag.self, on: device).count == 2)
      }
    }
  }

  @Test func `the status of a ruck follows from its record`() async throws {
    try await RunningCloud.run { cloud in
      let (first, _) = try await pair(cloud)
      let container = first.library.modelContainer
      let session = try #require(try models(RuckingSession.self, on: first).first)
      #expect(try RuckSyncState(container).status(of: session.id) == .synced)
      #expect(try await RuckSyncState(container).unsyncedData().isEmpty)
      try complete(first, miles: 4, hours: 1)
      #expect(try RuckSyncState(container).status(of: session.id) == .pending)
      let unsynced = try await RuckSyncState(container).unsyncedData()
      #expect(unsynced.sessions.map(\.id) == [session.id])
      #expect(unsynced.equipment.map(\.name) == ["Pack"])
      try await first.sync.syncNow()
      #expect(try RuckSyncState(container).status(of: session.id) == .synced)
      #expect(try RuckSyncState(container).status(of: UUID()) == .pending)
    }
  }

  @Test func `a device of the first release keeps the values that it does not know`() async throws {
    try await RunningCloud.run { cloud in
      let (first, _) = try await pair(cloud)
      try complete(first, miles: 4, hours: 1)
      let context = ModelContext(first.library.modelContainer)
      let session = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
      session.route = Route(
        name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creator: session.user)
      session.deviceElevationGain = 120
      try context.save()
      try await first.sync.syncNow()

      let old = try await RuckDevice.released(cloud, "old")
      try await old.sync.syncNow()
      let oldContext = ModelContext(old.container)
      let known = try #require(
        try oldContext.fetch(FetchDescriptor<ReleasedSchema.RuckingSession>()).first)
      #expect(known.distance == 4)
      known.distance = 6
      known.notes = "Edited by the old program"
      known.lastModified += 100
      try oldContext.save()
      try await old.sync.syncNow()
      try await sync([first])

      let merged = try #require(try models(RuckingSession.self, on: first).first)
      #expect(merged.notes == "Edited by the old program")
      // The old program sets no figures, and its change is the later one.
      #expect(merged.distance == 6)
      #expect(merged.route?.name == "Ridge")
      #expect(merged.deviceElevationGain == 120)
      #expect(try models(Equipment.self, on: first).map(\.totalDistance) == [6])
    }
  }
}
