// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Structures, lists and enumerations that are stored in one column as JSON.
@Suite struct CompositeAttributeTests {
  private func open(_ store: TestStore) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Contact.self, configurations: ModelConfiguration(url: store.url)))
  }

  private func filled(_ store: TestStore) throws -> Contact {
    let context = try open(store)
    let contact = Contact(
      Person(name: "A\u{0}\"\\\u{1}\u{E9}e\u{301}", homes: [Address(street: "s", zip: 8001)]))
    contact.person.reach = -0.0
    contact.scores = [
      .nan, .infinity, -.infinity, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    context.insert(contact)
    try context.save()
    return contact
  }

  /// A model with a value of any nesting depth.
  @Model final class Grown {
    indirect enum Tree: Codable {
      case leaf
      case node(Tree)
    }

    var name = ""
    var tree = Tree.leaf

    init(levels: Int) {
      for _ in 0..<levels { tree = .node(tree) }
    }
  }

  @Test(arguments: [128, 200, 5_000])
  func `a value nested too deeply to be decoded is rejected at the save`(levels: Int) throws {
    let container = try ModelContainer(
      for: Grown.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Grown(levels: 50))
    try context.save()
    let deep = Grown(levels: levels)
    context.insert(deep)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error)".contains("Grown.tree"))
    context.delete(deep)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Grown>()).count == 1)
  }

  /// Values that columns reject are preserved inside of composites.
  @Test func `composites preserve numbers that a column rejects`() throws {
    let container = try ModelContainer(
      for: Numbers.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let numbers = Numbers()
    numbers.value.large = .max
    numbers.value.real = -0.0
    numbers.list = [.max, UInt64(Int64.max) + 1, 0]
    numbers.table = ["nan": .nan, "zero": -0.0]
    context.insert(numbers)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Numbers>()).first)
    #expect(read.value.large == .max)
    #expect(read.value.real == 0 && read.value.real.sign == .minus)
    #expect(read.list == [.max, UInt64(Int64.max) + 1, 0])
    #expect(read.table["nan"]?.isNaN == true && read.table["zero"]?.sign == .minus)
  }

  @Model final class Numbers {
    struct Value: Codable {
      var large: UInt64 = 0
      var real = 0.0
    }

    var value = Value()
    var list: [UInt64] = []
    var table: [String: Double] = [:]

    init() {}
  }

  @Test func `a composite read during its own change has the previous value`() throws {
    let store = try TestStore()
    let contact = try filled(store)
    contact.scores = [1, 2, 1, 3]
    contact.scores.removeAll { $0 == contact.scores.first }
    #expect(contact.scores == [2, 3])
    contact.scores.sort { _, _ in contact.scores.count == 2 && false }
    #expect(contact.scores == [2, 3])
  }

  @Test func `a value of any nesting depth that is saved can be decoded`() throws {
    let container = try ModelContainer(
      for: Grown.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    var written = 0
    for levels in 110..<140 {
      let context = ModelContext(container)
      try context.delete(model: Grown.self)
      context.insert(Grown(levels: levels))
      do { try context.save() } catch { break }
      written += 1
      var tree = try #require(
        try ModelContext(container).fetch(FetchDescriptor<Grown>()).first?.tree)
      var count = 0
      while case .node(let inner) = tree { (tree, count) = (inner, count + 1) }
      #expect(count == levels)
    }
    #expect(written > 10)
  }

  @Test func `composite values are read exactly as they were written`() throws {
    let store = try TestStore()
    let original = try filled(store)
    let copy = try #require(try open(store).fetch(FetchDescriptor<Contact>()).first)
    #expect(Array(copy.person.name.utf8) == Array(original.person.name.utf8))
    #expect(copy.person.homes == original.person.homes)
    #expect(copy.person.reach.sign == .minus)
    #expect(copy.scores.map(\.bitPattern) == original.scores.map(\.bitPattern))
    #expect(copy.other == nil)
  }

  @Test func `a member of a composite is changed in place`() throws {
    let store = try TestStore()
    _ = try filled(store)
    let context = try open(store)
    let contact = try #require(try context.fetch(FetchDescriptor<Contact>()).first)
    contact.person.homes[0].zip = 3000
    contact.scores.append(1)
    #expect(context.hasChanges)
    try context.save()
    let copy = try #require(
      try open(store).fetch(
        FetchDescriptor<Contact>(predicate: #Predicate { $0.person.homes[0].zip == 3000 })
      ).first)
    #expect(copy.scores.count == 7)
  }

  @Test(arguments: [
    (#"{"name":"x","homes":[{"street":"s","zip":"8001"}],"reach":0}"#, "homes.0.zip"),
    (#"{"name":"x","reach":0}"#, "homes"),
    (#"{"name":"x","homes":[],"reach":null}"#, "reach"),
    (#"{"name":"x","homes":[]"#, "byte 22"),
    ("[1]", "expected"),
    ("", "byte 0"),
  ])
  func `a decoding error names the property, the row and the position`(
    _ json: String, _ place: String
  ) throws {
    let store = try TestStore()
    _ = try filled(store)
    _ = try store.sqlite("UPDATE Contact SET person = '\(json)'")
    let context = try open(store)
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Contact>())
    }
    let text = error?.localizedDescription ?? ""
    #expect(error == .storeIsCorrupt)
    #expect(text.contains("Contact.person") && text.contains("row 1"), "\(text)")
    #expect(text.contains(place), "\(text)")
  }

  @Test func `an encoding error names the property`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Priced.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Priced(Price(amount: .nan)))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Priced.price") == true)
  }

  @Test func `a negative zero in a column is read as zero`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    trip.rating = -0.0
    context.insert(trip)
    try context.save()
    let other = ModelContext(try store.open())
    let equal = FetchDescriptor<Trip>(predicate: #Predicate { $0.rating == -0.0 })
    #expect(try other.fetch(equal).first?.rating == 0)
  }
}

struct Price: Codable {
  var amount: Decimal
}

@Model
final class Priced {
  var price: Price

  init(_ price: Price) { self.price = price }
}
