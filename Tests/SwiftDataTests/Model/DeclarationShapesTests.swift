// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import Testing

/// Forms of model classes in public code.
enum Shapes {
  /// A class with property observers.
  @Model
  final class Observed {
    @Transient var log: [String] = []
    var count = 0 {
      willSet { log.append("will \(newValue)") }
      didSet {
        log.append("did \(oldValue)")
        if count > 10 { count = 10 }
      }
    }
    var tags: [String] {
      didSet(before) { log.append("tags \(before.count) \(tags.count)") }
    }

    init(tags: [String], count: Int? = nil) {
      self.tags = tags
      if let count { self.count = count }
    }
  }

  /// A class with a computed property that notifies its observers itself.
  @Model
  final class Selectable {
    var name = ""
    @Transient private var hidden = 0
    var selections: Int {
      get {
        access(keyPath: \.selections)
        return hidden
      }
      set { withMutation(keyPath: \.selections) { hidden = newValue } }
    }
  }

  /// A class without an initializer, because every property has a value.
  @Model
  final class Bare {
    var count = 3
    var name: String?
  }

  /// A class with its own equality, coding and description.
  @Model
  class Coded: Codable, Hashable, Identifiable, CustomStringConvertible {
    enum CodingKeys: String, CodingKey { case id, hash }

    var id: UUID
    var hash: Int
    var isDeleted = false
    var description: String { "Coded \(hash)" }

    init(id: UUID = UUID(), hash: Int) {
      self.id = id
      self.hash = hash
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(UUID.self, forKey: .id)
      hash = try container.decode(Int.self, forKey: .hash)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(hash, forKey: .hash)
    }

    static func == (lhs: Coded, rhs: Coded) -> Bool { lhs.id == rhs.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// A class with the name of the Observation module.
  @Model
  final class Observation {
    var species: String
    var count: Int
    private(set) var sighted: Date
    fileprivate(set) var isRare = false
    private var secret = 1
    @Transient private lazy var cache: [Int] = [1, 2]
    static let kinds = ["bird"]
    class var limit: Int { 3 }

    init(species: String, count: Int = 1, sighted: Date = .distantPast) {
      self.species = species
      self.count = count
      self.sighted = sighted
    }

    convenience init(_ species: String) { self.init(species: species) }

    var sum: Int { cache.reduce(secret, +) }

    struct Key: Hashable { var species: String }
    enum Kind { case bird }
  }
}

/// A function of an app that isolates its code to the main actor explicitly.
@MainActor
private func useOnMainActor(_ container: ModelContainer) throws -> Int {
  container.mainContext.insert(Shapes.Bare())
  try container.mainContext.save()
  return try container.mainContext.fetchCount(FetchDescriptor<Shapes.Bare>())
}

@Suite struct DeclarationShapesTests {
  private func open() throws -> ModelContainer {
    try ModelContainer(
      for: Shapes.Observed.self, Shapes.Bare.self, Shapes.Coded.self, Shapes.Observation.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `willSet and didSet are called as without the macro`() throws {
    let context = ModelContext(try open())
    let model = Shapes.Observed(tags: ["a"])
    #expect(model.log.isEmpty)
    model.count = 2
    #expect(model.log == ["will 2", "did 0"])
    model.count = 20
    #expect(model.count == 10)
    #expect(model.log.suffix(2) == ["will 20", "did 2"])
    model.tags.append("b")
    #expect(model.log.last == "tags 1 2")
    context.insert(model)
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Shapes.Observed>()).first)
    #expect(read.count == 10 && read.tags == ["a", "b"])
    #expect(read.log.isEmpty)
    read.count += 1
    #expect(read.log == ["will 11", "did 10"])
    #expect(read.count == 10)
  }

  @Test func `an initializer calls the observers of a property with a default`() throws {
    // As with `@Observable`, the observer of the tags is not called, because they have no default.
    #expect(Shapes.Observed(tags: ["a"], count: 20).log == ["will 20", "did 0"])
    #expect(Shapes.Observed(tags: [], count: 20).count == 10)
  }

  @Test func `a model whose properties all have values needs no initializer`() throws {
    let context = ModelContext(try open())
    context.insert(Shapes.Bare())
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Shapes.Bare>()).first)
    #expect(read.count == 3 && read.name == nil)
  }

  @Test func `a model may define its own equality and coding`() throws {
    let context = ModelContext(try open())
    let model = Shapes.Coded(hash: 7)
    let copy = try JSONDecoder().decode(Shapes.Coded.self, from: JSONEncoder().encode(model))
    #expect(copy == model && copy !== model)
    #expect(Set([copy, model]).count == 1)
    model.isDeleted = true
    context.insert(model)
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Shapes.Coded>()).first)
    #expect(read == model && read.isDeleted && "\(read)" == "Coded 7")
  }

  @Test func `a model may have the name of a module`() throws {
    let context = ModelContext(try open())
    context.insert(Shapes.Observation("wren"))
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Shapes.Observation>()).first)
    #expect(read.species == "wren" && read.count == 1 && read.sum == 4)
    #expect(read.sighted == .distantPast)
    #expect(Shapes.Observation.schemaMetadata.map(\.name).contains("secret"))
    #expect(!Shapes.Observation.schemaMetadata.map(\.name).contains("cache"))
  }

  @Test func `models can be used on the main actor`() async throws {
    let container = try open()
    #expect(try await useOnMainActor(container) == 1)
  }

  @Test func `a transient property can be observed`() {
    let model = Shapes.Selectable()
    let isTold = Mutex(false)
    let read = withObservationTracking {
      model.selections
    } onChange: {
      isTold.withLock { $0 = true }
    }
    #expect(read == 0 && !isTold.withLock { $0 })
    model.selections = 4
    #expect(isTold.withLock { $0 } && model.selections == 4)
    #expect(!model.hasChanges)
  }
}
