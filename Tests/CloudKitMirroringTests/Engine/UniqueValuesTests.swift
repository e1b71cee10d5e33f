// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Unique values that two devices assign to objects of different records.
@Suite(.serialized, .timeLimit(.minutes(15))) struct UniqueValuesTests {
  @Test func `objects that two devices rename to the same unique value become one`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      for (name, title) in [("Chur", "Calanda"), ("Thusis", "Piz Beverin")] {
        let club = Club(name: name, city: nil)
        club.city = "GR"
        let walk = Walk(title: title)
        walk.club = club
        let label = Label(text: name)
        label.walks = [walk]
        first.context.insert(label)
      }
      try await first.save()
      try await second.syncNow()
      try rename("Chur", to: "Domleschg", on: first)
      try rename("Thusis", to: "Domleschg", on: second)
      for device in [first, second, first, second, first] { try await device.syncNow() }
      let third = try await SyncedDevice(cloud, "third")
      try await third.syncNow()
      for device in [first, second, third] {
        let clubs = try device.all(Club.self)
        #expect(clubs.map(\.name) == ["Domleschg"])
        #expect(Set(clubs.flatMap(\.walks).map(\.title)) == ["Calanda", "Piz Beverin"])
        let labels = try device.all(Label.self)
        #expect(labels.map(\.text) == ["Domleschg"])
        #expect(Set(labels.flatMap(\.walks).map(\.title)) == ["Calanda", "Piz Beverin"])
        let status = device.sync.status
        #expect(status.rejectedCount == 0 && status.pendingCount == 0, "\(status)")
      }
    }
  }

  private func rename(_ name: String, to other: String, on device: SyncedDevice) throws {
    try device.all(Club.self).first { $0.name == name }?.name = other
    try device.all(Label.self).first { $0.text == name }?.text = other
    try device.context.save()
  }

  @Test func `a new object merges with one that another device renamed to its unique value`()
    async throws
  {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let second = try await SyncedDevice(cloud, "second", options: options)
      let id = UUID()
      let object = Everything(id: UUID())
      object.string = "renamed"
      object.int = 1
      first.context.insert(object)
      try await first.save()
      try await second.syncNow()
      object.id = id
      object.int = 2
      let new = Everything(id: id)
      new.string = "new"
      new.double = 3
      second.context.insert(new)
      try first.context.save()
      try second.context.save()
      for device in [first, second, first, second] { try await device.syncNow() }
      let third = try await SyncedDevice(cloud, "third", options: options)
      try await third.syncNow()
      for device in [first, second, third] {
        let found = try device.all(Everything.self).filter { $0.id == id }
        #expect(found.map(\.int) == [2] && found.map(\.double) == [3])
        #expect(Set(try device.all(Everything.self).map(\.string)).count == 1)
        #expect(try device.all(Everything.self).count <= 2)
        let status = device.sync.status
        #expect(status.rejectedCount == 0 && status.pendingCount == 0, "\(status)")
      }
    }
  }

  @Test func `a released unique value does not merge its former and new objects`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let old = Label(text: "Alp")
      first.context.insert(old)
      try await first.save()
      try await second.syncNow()
      old.text = "Maiensäss"
      try await first.save()
      first.context.insert(Label(text: "Alp"))
      try await first.save()
      // The renamed label arrives after the new one.
      old.text = "Maiensäss unten"
      try await first.save()
      for device in [second, first, second] { try await device.syncNow() }
      for device in [first, second] {
        #expect(Set(try device.all(Label.self).map(\.text)) == ["Alp", "Maiensäss unten"])
      }
    }
  }

  @Test func `objects keep their relationships to an object that another device merges`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let names = (0..<8).map { "new \($0)" }
      for number in 0..<8 {
        first.context.insert(Club(name: "old \(number)", city: "GR"))
        first.context.insert(Label(text: "old \(number)"))
      }
      try await first.save()
      try await second.syncNow()
      for number in 0..<8 { try rename("old \(number)", to: names[number], on: first) }
      for name in names {
        second.context.insert(Club(name: name, city: "GR"))
        second.context.insert(Label(text: name))
      }
      try await second.save()
      for name in names {
        let walk = Walk(title: name)
        walk.club = try second.all(Club.self).first { $0.name == name }
        walk.labels = try second.all(Label.self).filter { $0.text == name }
        second.context.insert(walk)
      }
      try second.context.save()
      // The record names decide which of two objects is retained: these include both cases.
      try await first.syncNow()
      for _ in 0..<3 { for device in [second, first] { try await device.syncNow() } }
      for device in [first, second] {
        #expect(Set(try device.all(Club.self).map(\.name)) == Set(names))
        #expect(Set(try device.all(Label.self).map(\.text)) == Set(names))
        let walks = try device.all(Walk.self, sortedBy: [SortDescriptor(\.title)])
        #expect(walks.map(\.title) == names)
        #expect(
          walks.map(\.club?.name) == names
            && walks.map { $0.labels.map(\.text) } == names.map { [$0] })
        let status = device.sync.status
        #expect(status.rejectedCount == 0 && status.pendingCount == 0, "\(status)")
      }
    }
  }

  @Test func `unique values passed from object to object do not merge the objects`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      for number in 10..<90 { first.context.insert(Label(text: "\(number)")) }
      try await first.save()
      try await second.syncNow()
      let labels = try first.all(Label.self, sortedBy: [SortDescriptor(\.text)])
      for (number, label) in labels.enumerated().reversed() {
        let walk = Walk(title: label.text)
        label.walks = [walk]
        label.text = "\(number + 11)"
        try first.context.save()
      }
      // The other device fetches while the changes are sent in batches.
      let sync = first.sync
      async let sent: Void = sync.syncNow()
      for _ in 0..<20 { try await second.syncNow() }
      try await sent
      for device in [first, second, first, second] { try await device.syncNow() }
      for device in [first, second] {
        let found = try device.all(Label.self, sortedBy: [SortDescriptor(\.text)])
        #expect(found.map(\.text) == (11..<91).map { "\($0)" })
        #expect(found.flatMap(\.walks).map(\.title) == (10..<90).map { "\($0)" })
        #expect(device.sync.status.rejectedCount == 0 && device.sync.status.pendingCount == 0)
      }
    }
  }

  @Test func `objects that exchange unique values are deferred until one has a third value`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let labels = [Label(text: "left"), Label(text: "right")]
      for label in labels {
        let walk = Walk(title: "the \(label.text) one")
        label.walks = [walk]
        first.context.insert(label)
      }
      try await first.save()
      try await second.syncNow()
      labels[0].text = "between"
      try first.context.save()
      labels[1].text = "left"
      try first.context.save()
      labels[0].text = "right"
      try await first.save()
      for device in [second, first, second] { try await device.syncNow() }
      #expect(second.sync.status.rejectedCount == 2)
      #expect(Set(try second.all(Label.self).map(\.text)) == ["left", "right"])
      labels[0].text = "middle"
      try await first.save()
      for device in [second, first, second] { try await device.syncNow() }
      #expect(second.sync.status.rejectedCount == 0)
      for device in [first, second] {
        let found = try device.all(Label.self, sortedBy: [SortDescriptor(\.text)])
        #expect(found.map(\.text) == ["left", "middle"])
        #expect(found.flatMap(\.walks).map(\.title) == ["the right one", "the left one"])
      }
    }
  }
}
