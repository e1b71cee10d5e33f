// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// The declarations of a package that is also built where there is no SwiftData.
enum Conditional {
  #if canImport(SwiftData)
    @Model
  #endif
  final class Harbor {
    #if canImport(SwiftData)
      #Unique<Harbor>([\.code])
    #endif
    var code: String
    #if canImport(SwiftData)
      @Relationship(deleteRule: .cascade, inverse: \Berth.harbor)
    #endif
    var berths: [Berth] = []
    #if os(Linux)
      var depth = 3.5
    #else
      var draft = ""
    #endif
    #if canImport(SwiftUI)
      var color = ""
    #endif
    var note: String?

    init(code: String) { self.code = code }
  }

  #if canImport(SwiftData)
    @Model
  #endif
  final class Berth {
    @Attribute(.spotlight) @Attribute(.unique) var number: Int
    var harbor: Harbor?

    init(number: Int) { self.number = number }
  }
}

@Suite struct ConditionalDeclarationTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Conditional.Harbor.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  @Test func `properties in an active clause are saved`() throws {
    let harbor = Conditional.Harbor(code: "A")
    harbor.depth = 7
    harbor.note = "tidal"
    context.insert(harbor)
    try context.save()
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Conditional.Harbor>()).first)
    #expect(read.depth == 7 && read.note == "tidal")
    #expect(
      Conditional.Harbor.schemaMetadata.map(\.name) == ["code", "berths", "depth", "note"])
  }

  @Test func `a constraint in an active clause applies`() throws {
    context.insert(Conditional.Harbor(code: "A"))
    try context.save()
    context.insert(Conditional.Harbor(code: "A"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Conditional.Harbor>()) == 1)
  }

  @Test func `a relationship attribute in an active clause applies`() throws {
    let harbor = Conditional.Harbor(code: "A")
    harbor.berths = [Conditional.Berth(number: 1), Conditional.Berth(number: 2)]
    context.insert(harbor)
    try context.save()
    context.delete(harbor)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Conditional.Berth>()) == 0)
  }

  @Test func `all attributes of a property apply`() throws {
    context.insert(Conditional.Berth(number: 1))
    context.insert(Conditional.Berth(number: 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Conditional.Berth>()) == 1)
  }
}
