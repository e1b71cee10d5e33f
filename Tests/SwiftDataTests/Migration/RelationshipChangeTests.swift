// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Changes of relationships, and of values in external files, without a plan.
@Suite struct RelationshipChangeTests {
  /// Returns a store with two clubs, one of which has reordered members.
  private func clubs() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(ManyByKey.Club.self)
    let (one, two) = (ManyByKey.Club("one"), ManyByKey.Club("two"))
    one.members = ["a", "b", "c"].map { ManyByKey.Member($0) }
    two.members = [ManyByKey.Member("d")]
    context.insert(one)
    context.insert(two)
    context.insert(ManyByKey.Member("alone"))
    try context.save()
    one.members = [one.members[2], one.members[0], one.members[1]]
    try context.save()
    return store
  }

  @Test func `a to-one relationship becomes many-to-many`() throws {
    let store = try clubs()
    let context = try store.context(ManyByPairs.Club.self)
    let clubs = try context.fetch(
      FetchDescriptor<ManyByPairs.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["d"]])
    let member = try #require(clubs.first?.members.first)
    #expect(member.clubs.map(\.name) == ["one"])
    clubs[1].members.append(member)
    try context.save()
    #expect(try store.count("SELECT count(*) FROM Club_members") == 5)

    // With other names, the relationship keeps its join table.
    let renamed = try store.context(RenamedPairs.Club.self).fetch(
      FetchDescriptor<RenamedPairs.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(renamed.map { $0.people.map(\.name) } == [["c", "a", "b"], ["d", "c"]])
  }

  @Test func `a many-to-many relationship becomes to-one if each model has one target`() throws {
    let store = try clubs()
    _ = try store.context(ManyByPairs.Club.self)
    do {
      let context = try store.context(ManyByKey.Club.self)
      let clubs = try context.fetch(
        FetchDescriptor<ManyByKey.Club>(sortBy: [SortDescriptor(\.name)]))
      #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["d"]])
    }
    let context = try store.context(ManyByPairs.Club.self)
    let clubs = try context.fetch(
      FetchDescriptor<ManyByPairs.Club>(sortBy: [SortDescriptor(\.name)]))
    clubs[1].members.append(clubs[0].members[0])
    try context.save()
    let before = try store.dump()
    let text = store.refusal(ManyByKey.Club.self)?.errorDescription ?? ""
    #expect(text.contains("Member.club") && text.contains("1 Member has several"), "\(text)")
    #expect(try store.dump() == before)
  }

  @Test func `an inverse is removed and added`() throws {
    let store = try clubs()
    do {
      let clubs = try store.context(OneWay.Club.self).fetch(
        FetchDescriptor<OneWay.Club>(sortBy: [SortDescriptor(\.name)]))
      #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["d"]])
    }
    let clubs = try store.context(ManyByKey.Club.self).fetch(
      FetchDescriptor<ManyByKey.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["d"]])
    #expect(clubs[0].members[0].club === clubs[0])
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }

  @Test func `a stored owner accepts a new target without an inverse`() throws {
    let store = try clubs()
    do {
      let context = try store.context(OneWay.Club.self)
      let club = try #require(
        try context.fetch(FetchDescriptor<OneWay.Club>(predicate: #Predicate { $0.name == "two" }))
          .first)
      #expect(club.members.count == 1)
      let member = OneWay.Member("new")
      context.insert(member)
      club.members = [member]
      try context.save()
    }
    let clubs = try store.context(OneWay.Club.self).fetch(
      FetchDescriptor<OneWay.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["new"]])
  }

  @Test func `a to-many relationship becomes to-one`() throws {
    let store = try clubs()
    let text = store.refusal(ToOne.Club.self)?.errorDescription ?? ""
    #expect(text.contains("Club.captain") && text.contains("1 Club has several"), "\(text)")
    do {
      let context = try store.context(ManyByKey.Club.self)
      for club in try context.fetch(FetchDescriptor<ManyByKey.Club>()) {
        for member in club.members.dropFirst() { member.club = nil }
      }
      try context.save()
    }
    let clubs = try store.context(ToOne.Club.self).fetch(
      FetchDescriptor<ToOne.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(clubs.map(\.captain?.name) == ["c", "d"])
    #expect(clubs.map { $0.captain?.club === $0 } == [true, true])
  }

  @Test func `a reference becomes required if every row has a target`() throws {
    let store = try clubs()
    let text = store.refusal(RequiredClub.Club.self)?.errorDescription ?? ""
    #expect(text.contains("Member.club") && text.contains("1 row has no target"), "\(text)")
    do {
      let context = try store.context(ManyByKey.Club.self)
      try context.delete(model: ManyByKey.Member.self, where: #Predicate { $0.name == "alone" })
      try context.save()
    }
    let context = try store.context(RequiredClub.Club.self)
    let clubs = try context.fetch(
      FetchDescriptor<RequiredClub.Club>(sortBy: [SortDescriptor(\.name)]))
    #expect(clubs.map { $0.members.map(\.name) } == [["c", "a", "b"], ["d"]])
    context.delete(clubs[0])
    #expect(throws: SwiftDataError.self) { try context.save() }
  }

  @Test func `dangling references are cleared when the delete rule changes`() throws {
    let store = try clubs()
    do {
      let context = try store.context(Unchecked.Club.self)
      try context.delete(model: Unchecked.Club.self, where: #Predicate { $0.name == "one" })
      try context.save()
      #expect(try store.count("SELECT count(*) FROM Member WHERE club IS NOT NULL") == 4)
    }
    let context = try store.context(ManyByKey.Club.self)
    #expect(try store.count("SELECT count(*) FROM Member WHERE club IS NOT NULL") == 1)
    let clubs = try context.fetch(FetchDescriptor<ManyByKey.Club>())
    #expect(clubs.map { $0.members.map(\.name) } == [["d"]])
  }

  @Test func `a changed relationship target is rejected`() throws {
    let store = try clubs()
    let text = store.refusal(Elsewhere.Member.self, Elsewhere.Club.self)?.errorDescription ?? ""
    #expect(text.contains("Member.club changes its target from Club to Team"), "\(text)")
  }

  // MARK: Files

  private func files(_ store: TestStore) -> [String] {
    let folder = store.directory.appending(path: ".test.store-external")
    return
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
      ?? []
  }

  @Test func `values move to external files and back`() throws {
    let store = try TestStore()
    let (small, large) = (Data([1, 2]), Data(repeating: 9, count: 200_000))
    do {
      let context = try store.context(Inside.Photo.self)
      for (name, image) in [("large", large), ("none", nil), ("small", small)] {
        let photo = Inside.Photo(name)
        photo.image = image
        context.insert(photo)
      }
      try context.save()
    }
    let outside = try store.context(Outside.Photo.self).fetch(
      FetchDescriptor<Outside.Photo>(sortBy: [SortDescriptor(\.name)]))
    #expect(outside.map(\.image) == [large, nil, small])
    #expect(files(store).count == 1)
    let inside = try store.context(Inside.Photo.self).fetch(
      FetchDescriptor<Inside.Photo>(sortBy: [SortDescriptor(\.name)]))
    #expect(inside.map(\.image) == [large, nil, small])
    #expect(files(store) == [])
    _ = try store.context(Outside.Photo.self)
    #expect(files(store).count == 1)
    _ = try store.context(Without.Photo.self)
    #expect(files(store) == [])
  }

  @Test func `a missing external file stops the migration`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Outside.Photo.self)
      let photo = Outside.Photo("a")
      photo.image = Data(repeating: 9, count: 200_000)
      context.insert(photo)
      try context.save()
    }
    let name = try #require(files(store).first)
    let file = store.directory.appending(path: ".test.store-external/\(name)")
    let kept = store.directory.appending(path: "kept")
    try FileManager.default.moveItem(at: file, to: kept)
    let before = try store.dump()
    _ = store.refusal(Inside.Photo.self)
    #expect(try store.dump() == before)
    try FileManager.default.moveItem(at: kept, to: file)
    let photo = try store.context(Inside.Photo.self).fetch(FetchDescriptor<Inside.Photo>()).first
    #expect(photo?.image?.count == 200_000)
  }
}
