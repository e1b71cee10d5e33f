// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Declarations for Apple's framework that must compile unchanged.
enum SchemaV1 {
  @Model
  final class Task {
    @Attribute(.unique) var id: UUID = UUID()
    var description: String = ""
    var `default` = 1
    private(set) var isDone = false
    var terrain: Terrain = .trail
    var owner: Person?
    static let limit = 5
    var title: String { "\(description)!" }

    init(_ description: String) { self.description = description }

    convenience init() { self.init("untitled") }

    func finish() { isDone = true }
  }

  @Model
  class Person: Identifiable {
    var name: String
    var tasks = [Task]()

    init(name: String) { self.name = name }
  }

  /// More properties than a mask has bits.
  @Model
  final class Wide {
    var p00 = 0
    var p01 = 1
    var p02 = 2
    var p03 = 3
    var p04 = 4
    var p05 = 5
    var p06 = 6
    var p07 = 7
    var p08 = 8
    var p09 = 9
    var p10 = 10
    var p11 = 11
    var p12 = 12
    var p13 = 13
    var p14 = 14
    var p15 = 15
    var p16 = 16
    var p17 = 17
    var p18 = 18
    var p19 = 19
    var p20 = 20
    var p21 = 21
    var p22 = 22
    var p23 = 23
    var p24 = 24
    var p25 = 25
    var p26 = 26
    var p27 = 27
    var p28 = 28
    var p29 = 29
    var p30 = 30
    var p31 = 31
    var p32 = 32
    var p33 = 33
    var p34 = 34
    var p35 = 35
    var p36 = 36
    var p37 = 37
    var p38 = 38
    var p39 = 39
    var p40 = 40
    var p41 = 41
    var p42 = 42
    var p43 = 43
    var p44 = 44
    var p45 = 45
    var p46 = 46
    var p47 = 47
    var p48 = 48
    var p49 = 49
    var p50 = 50
    var p51 = 51
    var p52 = 52
    var p53 = 53
    var p54 = 54
    var p55 = 55
    var p56 = 56
    var p57 = 57
    var p58 = 58
    var p59 = 59
    var p60 = 60
    var p61 = 61
    var p62 = 62
    var p63 = 63
    var p64 = 64
    var p65 = 65
    var p66 = 66
    var p67 = 67
    var p68 = 68
    var p69 = 69

    init() {}
  }
}

@Suite struct DeclarationTests {
  @Test func `nested models and properties may have names of types and keywords`() throws {
    let container = try ModelContainer(
      for: SchemaV1.Task.self, SchemaV1.Person.self,
      configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let person = SchemaV1.Person(name: "Ann")
    let task = SchemaV1.Task()
    task.owner = person
    task.finish()
    context.insert(task)
    try context.save()
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<SchemaV1.Task>()).first)
    #expect(read.id == task.id)
    #expect(read.title == "untitled!")
    #expect(read.isDone)
    #expect(read.terrain == .trail)
    #expect(read.owner?.tasks.map(\.description) == ["untitled"])
  }

  @Test func `a model with more than 64 properties is stored and updated`() throws {
    let container = try ModelContainer(
      for: SchemaV1.Wide.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let wide = SchemaV1.Wide()
    context.insert(wide)
    try context.save()
    wide.p69 = -1
    wide.p62 = -2
    try context.save()
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<SchemaV1.Wide>()).first)
    #expect(read.p69 == -1)
    #expect(read.p68 == 68)
    #expect(read.p62 == -2)
    #expect(read.p00 == 0)
  }

  @Test func `a store reopens with its models listed in another order`() throws {
    let store = try TestStore()
    let configuration = ModelConfiguration(url: store.url)
    _ = try ModelContainer(
      for: SchemaV1.Task.self, Folder.self, configurations: configuration)
    _ = try ModelContainer(
      for: Folder.self, SchemaV1.Person.self, configurations: configuration)
  }
}
