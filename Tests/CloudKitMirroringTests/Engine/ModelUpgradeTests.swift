// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Upgrades to models whose records arrived while an older version ran.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ModelUpgradeTests {
  enum Old {
    @Model final class Note {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum New {
    @Model final class Note {
      var title: String
      var text: String = ""
      var mood: Int?
      var tags: [Tag] = []
      init(title: String) { self.title = title }
    }

    @Model final class Tag {
      @Attribute(.unique) var word: String
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(word: String) { self.word = word }
    }
  }

  /// The models without their many-to-many relationship.
  enum Later {
    @Model final class Note {
      var title: String
      init(title: String) { self.title = title }
    }

    @Model final class Tag {
      @Attribute(.unique) var word: String
      init(word: String) { self.word = word }
    }
  }

  private var series: MirroringOptions {
    var options = MirroringOptions()
    options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
    return options
  }

  private func point(_ second: Int) -> TrackPoint {
    TrackPoint(
      time: Date(timeIntervalSinceReferenceDate: Double(second)), latitude: 46, longitude: 9.5)
  }

  @Test func `a device whose models lack a relationship does not delete its pairs`() async throws {
    try await RunningCloud.run { cloud in
      let models: [any PersistentModel.Type] = [New.Note.self, New.Tag.self]
      let first = try await SyncedDevice(cloud, "first", models: models)
      let note = New.Note(title: "Calanda")
      note.tags = [New.Tag(word: "steep")]
      first.context.insert(note)
      try await first.save()
      do {
        let second = try await SyncedDevice(cloud, "second", models: models)
        try await second.syncNow()
        #expect(try second.all(New.Note.self).first?.tags.count == 1)
      }
      let database = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      let zones = try await database.allRecordZones().map(\.zoneID)
      _ = try await database.modifyRecordZones(
        saving: [], deleting: zones.filter { $0.zoneName != CKRecordZone.ID.default.zoneName })
      // All records are sent again.
      try await first.syncNow()
      let second = try await SyncedDevice(
        cloud, "second", models: [Later.Note.self, Later.Tag.self])
      for _ in 0..<2 {
        try await second.syncNow()
        try await first.syncNow()
      }
      #expect(second.sync.status.pendingCount == 0)
      #expect(note.tags.map(\.word) == ["steep"])
      let third = try await SyncedDevice(cloud, "third", models: models)
      try await third.syncNow()
      #expect(try third.all(New.Note.self).first?.tags.map(\.word) == ["steep"])
    }
  }

  @Test func `an upgraded version has all earlier objects of types that are new to it`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", options: series)
      let club = Club(name: "Bergfreunde", city: "Chur")
      let walk = Walk(title: "Calanda")
      walk.club = club
      walk.labels = [Label(text: "steep"), Label(text: "long")]
      first.context.insert(walk)
      walk.points = (0..<1_200).map { point($0) }
      first.context.insert(Everything(id: UUID()))
      try await first.save()
      do {
        let old = try await SyncedDevice(cloud, "second", models: [Everything.self])
        try await old.syncNow()
        #expect(try old.all(Everything.self).count == 1)
      }
      let second = try await SyncedDevice(cloud, "second", options: series)
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)
      #expect(there.title == "Calanda" && there.club?.city == "Chur")
      #expect(Set(there.labels.map(\.text)) == ["steep", "long"])
      #expect(there.points.map(\.time) == walk.points.map(\.time))
      #expect(try second.all(Everything.self).count == 1)

      there.labels.removeAll { $0.text == "long" }
      there.points.removeLast(200)
      try await second.save()
      try await first.syncNow()
      #expect(walk.labels.map(\.text) == ["steep"])
      #expect(walk.points.count == 1_000)
    }
  }

  @Test func `changes by an old version retain fields and pairs that it does not know`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", models: [New.Note.self, New.Tag.self])
      let note = New.Note(title: "one")
      note.text = "Two hours in the rain"
      note.mood = 4
      note.tags = [New.Tag(word: "wet")]
      first.context.insert(note)
      try await first.save()
      do {
        let old = try await SyncedDevice(cloud, "second", models: [Old.Note.self])
        try await old.syncNow()
        let there = try #require(old.all(Old.Note.self).first)
        there.title = "one, changed"
        try await old.save()
      }
      try await first.syncNow()
      #expect(note.title == "one, changed" && note.text == "Two hours in the rain")

      let second = try await SyncedDevice(cloud, "second", models: [New.Note.self, New.Tag.self])
      try await second.syncNow()
      let there = try #require(second.all(New.Note.self).first)
      #expect(there.title == "one, changed" && there.text == "Two hours in the rain")
      #expect(there.mood == 4 && there.tags.map(\.word) == ["wet"])
    }
  }

  @Test func `a device that upgrades to a series has the rows of earlier chunks`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", options: series)
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      walk.points = (0..<50).map { point($0) }
      try await first.save()
      do {
        let old = try await SyncedDevice(cloud, "second")
        try await old.syncNow()
        #expect(try old.all(Walk.self).map(\.title) == ["Calanda"])
        #expect(try old.all(TrackPoint.self).isEmpty)
      }
      let second = try await SyncedDevice(cloud, "second", options: series)
      try await second.syncNow()
      #expect(try second.all(Walk.self).first?.points.count == 50)
    }
  }
}
