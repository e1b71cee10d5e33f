// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct AttributeTests {
  @Test(arguments: [false, true])
  func `a value of every type is read as it was written`(extreme: Bool) throws {
    let store = try TestStore()
    let original = Everything(extreme: extreme)
    do {
      let context = ModelContext(try store.open())
      context.insert(original)
      try context.save()
    }
    let context = ModelContext(try store.open())
    let copy = try #require(try context.fetch(FetchDescriptor<Everything>()).first)
    #expect(copy !== original)
    #expect(Array(copy.string.utf8) == Array(original.string.utf8))
    #expect(copy.bool == original.bool)
    #expect(copy.int == original.int)
    #expect(copy.int8 == original.int8)
    #expect(copy.int16 == original.int16)
    #expect(copy.int32 == original.int32)
    #expect(copy.int64 == original.int64)
    #expect(copy.uint == original.uint)
    #expect(copy.uint8 == original.uint8)
    #expect(copy.uint16 == original.uint16)
    #expect(copy.uint32 == original.uint32)
    #expect(copy.uint64 == original.uint64)
    #expect(copy.float == original.float)
    #expect(copy.double == original.double)
    #expect(copy.date == original.date)
    #expect(copy.uuid == original.uuid)
    #expect(copy.data == original.data)
    #expect(copy.url == original.url)
    #expect(copy.decimal == original.decimal)
    #expect(copy.terrain == original.terrain)
    #expect(copy.level == original.level)
    #expect(copy.shape == original.shape)
    #expect(copy.profile == original.profile)
    #expect(copy.strings == original.strings)
    #expect(copy.numbers == original.numbers)
    #expect(copy.profiles == original.profiles)
    #expect(copy.table == original.table)
    #expect(copy.optionalString == original.optionalString)
    #expect(copy.optionalBool == original.optionalBool)
    #expect(copy.optionalInt == original.optionalInt)
    #expect(copy.optionalDouble == original.optionalDouble)
    #expect(copy.optionalDate == original.optionalDate)
    #expect(copy.optionalUUID == original.optionalUUID)
    #expect(copy.optionalData == original.optionalData)
    #expect(copy.optionalURL == original.optionalURL)
    #expect(copy.optionalDecimal == original.optionalDecimal)
    #expect(copy.optionalTerrain == original.optionalTerrain)
    #expect(copy.optionalShape == original.optionalShape)
    #expect(copy.optionalProfile == original.optionalProfile)
    #expect(copy.optionalStrings == original.optionalStrings)
    #expect(copy.picture == original.picture)
  }

  @Test func `a save writes only the changed properties`() throws {
    let store = try TestStore()
    let first = ModelContext(try store.open())
    first.insert(Everything(extreme: true))
    try first.save()
    let second = ModelContext(try store.open())
    let here = try #require(try first.fetch(FetchDescriptor<Everything>()).first)
    let there = try #require(try second.fetch(FetchDescriptor<Everything>()).first)
    here.int = 1
    there.string = "changed"
    try first.save()
    try second.save()
    let read = try #require(
      try ModelContext(store.open()).fetch(FetchDescriptor<Everything>()).first)
    #expect(read.int == 1)
    #expect(read.string == "changed")
  }

  @Test func `a NaN is rejected by an error naming the property`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let model = Everything(extreme: false)
    model.double = .nan
    context.insert(model)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Everything.double") == true)
    model.double = 1
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 1)
  }

  @Test func `an unsigned integer above the range of SQLite is rejected by name`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let model = Everything(extreme: false)
    model.uint64 = .max
    context.insert(model)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Everything.uint64") == true)
  }

  @Test func `a save names a property that the initializer omitted`() throws {
    let container = try ModelContainer(
      for: Forgetful.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let model = Forgetful(name: "a")
    context.insert(model)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Forgetful.place") == true)
    model.place = "here"
    try context.save()
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Forgetful>()).map(\.place) == ["here"])
  }

  @Test func `an external file is replaced with its value and deleted with its row`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let model = Everything(extreme: true)
    context.insert(model)
    try context.save()
    let folder = store.directory.appending(path: ".test.store-external")
    func files() -> [String] {
      (try? FileManager.default.contentsOfDirectory(
        atPath: folder.path(percentEncoded: false))) ?? []
    }
    let first = files()
    #expect(first.count == 1)
    model.picture = Data(repeating: 1, count: 200_000)
    try context.save()
    #expect(files().count == 1)
    #expect(files() != first)
    context.delete(model)
    try context.save()
    #expect(files().isEmpty)
  }

  @Test func `a transient property is not stored`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    trip.selections = 5
    context.insert(trip)
    try context.save()
    trip.selections = 6
    #expect(!context.hasChanges)
    let read = try #require(try ModelContext(store.open()).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.selections == 0)
  }
}
