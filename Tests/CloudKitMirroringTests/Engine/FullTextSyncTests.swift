// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Full-text indexes of models that sync changes, which bypass the saves of a context.
@Suite(.serialized, .timeLimit(.minutes(15))) struct FullTextSyncTests {
  @Test func `inserts, changes and deletions by another device are found by searches`() async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", models: [Memo.self])
      let second = try await SyncedDevice(cloud, "second", models: [Memo.self])
      first.context.insert(Memo("Harbour", "The old town lies behind the harbour."))
      first.context.insert(Memo("Ridge", "A narrow path"))
      try await first.save()
      #expect(try titles(second, "harbour") == [])
      try await second.syncNow()
      #expect(try titles(second, "harbour") == ["Harbour"])
      #expect(try titles(second, "\"old town\"") == ["Harbour"])
      #expect(try titles(second, "path") == ["Ridge"])

      let there = try #require(second.all(Memo.self).first { $0.title == "Harbour" })
      there.body = "Fishing boats"
      try await second.save()
      try await first.syncNow()
      #expect(try titles(first, "fishing") == ["Harbour"])
      #expect(try titles(first, "\"old town\"") == [])
      // The title did not change.
      #expect(try titles(first, "harbour") == ["Harbour"])

      second.context.delete(there)
      try await second.save()
      try await first.syncNow()
      #expect(try titles(first, "harbour") == [])
      #expect(try titles(first, "fishing") == [])
      #expect(try titles(first, "path") == ["Ridge"])
    }
  }

  @Test func `concurrent changes of two properties are both found on both devices`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", models: [Memo.self])
      let second = try await SyncedDevice(cloud, "second", models: [Memo.self])
      let here = Memo("Draft", "nothing yet")
      first.context.insert(here)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Memo.self).first)
      here.title = "Glacier"
      there.body = "crevasses and snow bridges"
      try first.context.save()
      try second.context.save()
      try await first.syncNow()
      try await second.syncNow()
      try await first.syncNow()
      for device in [first, second] {
        #expect(try titles(device, "glacier crevasses") == ["Glacier"])
        #expect(try titles(device, "draft") == [])
        #expect(try titles(device, "nothing") == [])
      }
    }
  }

  @Test func `a predicate with an index of substrings finds text of another device`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", models: [Memo.self])
      let second = try await SyncedDevice(cloud, "second", models: [Memo.self])
      first.context.insert(Memo("Haldensteiner Calanda", nil))
      first.context.insert(Memo("Pizol", nil))
      try await first.save()
      try await second.syncNow()
      let predicate = #Predicate<Memo> { $0.title.localizedStandardContains("ÉINER") }
      let found = try second.context.fetch(FetchDescriptor(predicate: predicate))
      #expect(found.map(\.title) == ["Haldensteiner Calanda"])
    }
  }

  /// The titles of the memos that a search on a device finds.
  private func titles(_ device: SyncedDevice, _ query: String) throws -> [String] {
    try device.context.search(FullTextDescriptor<Memo>(query)).map(\.model.title)
  }
}

extension FullTextSyncTests {
  @Model
  final class Memo {
    #FullText<Memo>(.words([\.title, \.body]), .substrings([\.title]))
    var title: String
    var body: String?

    init(_ title: String, _ body: String?) {
      self.title = title
      self.body = body
    }
  }
}
