// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Type checks and casts: SQL selects the models that `evaluate` accepts.
@Suite struct InheritedPredicateTests {
  @Test func `casts and type checks select the rows that evaluate accepts`() throws {
    let world = try World(seed: 1)
    for (predicate, isExact, line) in try world.journeys() {
      try world.check(predicate, isExact: isExact, "line \(line)")
    }
  }

  @Test func `a predicate on a subclass uses inherited properties`() throws {
    let world = try World(seed: 2)
    try world.check(#Predicate<BusinessJourney> { $0.name == "c" && $0.expenses > 2 })
    try world.check(#Predicate<BusinessJourney> { $0.owner?.name == "Anna" })
    try world.check(#Predicate<ConferenceJourney> { $0.talk == "on a" || $0.days == 3 })
    try world.check(#Predicate<ConferenceJourney> { $0.company?.name == "Acme" })
    try world.check(#Predicate<BusinessJourney> { $0 is ConferenceJourney })
    try world.check(#Predicate<BusinessJourney> { ($0 as? ConferenceJourney)?.seats == 1 })
    let isPersonal = #Predicate<Journey> { $0 is PersonalJourney }
    try world.check(#Predicate<Guest> { $0.journeys.contains { isPersonal.evaluate($0) } })
    try world.check(#Predicate<PersonalJourney> { $0.companion is ConferenceJourney })
    try world.check(#Predicate<PersonalJourney> { $0.companion?.name == "b" })
    try world.check(#Predicate<PersonalJourney> { $0.detours.contains { $0 is QuietJourney } })
    try world.check(#Predicate<PersonalJourney> { $0.legs.isEmpty && $0.note > 6 })
  }

  @Test func `type checks apply to the targets of relationships`() throws {
    let world = try World(seed: 3)
    try world.check(#Predicate<Guest> { $0.journeys.contains { $0 is BusinessJourney } })
    try world.check(
      #Predicate<Guest> {
        $0.journeys.contains { ($0 as? BusinessJourney)?.expenses ?? 0 > 3 }
      })
    try world.check(#Predicate<Guest> { $0.journeys.filter { $0 is QuietJourney }.count == 1 })
    try world.check(#Predicate<Guest> { $0.journeys.allSatisfy { $0 is PersonalJourney } })
    try world.check(#Predicate<Guest> { $0.favourite is BusinessJourney })
    try world.check(#Predicate<Guest> { !($0.favourite is BusinessJourney) })
    try world.check(#Predicate<Guest> { ($0.favourite as? BusinessJourney)?.expenses ?? 0 > 2 })
    try world.check(#Predicate<Guest> { ($0.favourite as? BusinessJourney)?.name == "a" })
    try world.check(
      #Predicate<Guest> { ($0.favourite as? BusinessJourney)?.company?.name == "Acme" })
    try world.check(#Predicate<Company> { $0.journeys.contains { $0.name == "a" } })
    try world.check(#Predicate<Company> { $0.journeys.contains { $0 is ConferenceJourney } })
    try world.check(#Predicate<Label> { $0.journeys.contains { $0.days == 3 } })
  }

  @Test(arguments: 1...8)
  func `random combinations of casts select the rows that evaluate accepts`(seed: UInt64) throws {
    let world = try World(seed: seed)
    var random = SeededGenerator(seed: seed &* 7919)
    let leaves = try world.journeys().map(\.0)
    func make(_ depth: Int) -> Predicate<Journey> {
      let first = leaves.randomElement(using: &random) ?? #Predicate { _ in true }
      if depth == 0 { return first }
      let (a, b) = (make(depth - 1), make(depth - 1))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return #Predicate<Journey> { a.evaluate($0) && b.evaluate($0) }
      case 1: return #Predicate<Journey> { a.evaluate($0) || b.evaluate($0) }
      case 2: return #Predicate<Journey> { !a.evaluate($0) && b.evaluate($0) }
      default: return #Predicate<Journey> { a.evaluate($0) ? b.evaluate($0) : !b.evaluate($0) }
      }
    }
    for tree in 0..<40 {
      try world.check(make(1 + tree % 3), isExact: nil, "seed \(seed), tree \(tree)")
    }
  }

  @Test func `a fetch with a cast includes pending changes of subclasses`() throws {
    let world = try World(seed: 4)
    let context = world.context
    let expensive = #Predicate<Journey> { ($0 as? BusinessJourney)?.expenses ?? 0 > 100 }
    #expect(try context.fetchCount(FetchDescriptor(predicate: expensive)) == 0)
    let found = try #require(try context.fetch(FetchDescriptor<ConferenceJourney>()).first)
    found.expenses = 200
    context.insert(BusinessJourney("new", expenses: 300))
    context.insert(PersonalJourney("other"))
    #expect(try context.fetchCount(FetchDescriptor(predicate: expensive)) == 2)
    #expect(
      try context.fetchCount(
        FetchDescriptor<BusinessJourney>(predicate: #Predicate { $0.expenses > 100 }))
        == 2)
    var stored = FetchDescriptor(predicate: expensive)
    stored.includePendingChanges = false
    #expect(try context.fetchCount(stored) == 0)
    try context.save()
    #expect(try context.fetchCount(stored) == 2)
  }

  @Test func `a subclass is sorted by inherited properties`() throws {
    let world = try World(seed: 5)
    let sorts: [SortDescriptor<BusinessJourney>] = [
      SortDescriptor(\.days), SortDescriptor(\.expenses, order: .reverse), SortDescriptor(\.name),
      SortDescriptor(\.owner?.name),
    ]
    let fetched = try world.context.fetch(FetchDescriptor<BusinessJourney>(sortBy: sorts))
    let expected = world.all.compactMap { $0 as? BusinessJourney }.sorted(using: sorts)
    #expect(fetched.map(\.expenses) == expected.map(\.expenses))
    #expect(fetched.map(\.name) == expected.map(\.name))
  }
}

/// A store with random journeys of all classes.
private struct World {
  let context: ModelContext
  let all: [Journey]
  private let translator: PredicateTranslator
  private let layout: StoreLayout

  init(seed: UInt64) throws {
    context = ModelContext(try JourneySchema.container())
    var random = SeededGenerator(seed: seed)
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    let guests = ["Anna", "Otto", "Ines"].map { Guest($0) }
    let companies = ["Acme", "Duo"].map { Company($0) }
    for guest in guests { context.insert(guest) }
    for company in companies { context.insert(company) }
    let label = Label("red")
    context.insert(label)
    var all: [Journey] = []
    for index in 0..<60 {
      let name = pick(["a", "b", "c"])
      let amount = Double(Int.random(in: 0..<6, using: &random))
      let journey: Journey =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: Journey(name)
        case 1: BusinessJourney(name, expenses: amount, purpose: "\(index)")
        case 2: ConferenceJourney(name, expenses: amount, purpose: "\(index)")
        case 3: PersonalJourney(to: name, note: Int(amount))
        default: QuietJourney(name)
        }
      journey.code = "\(index)"
      context.insert(journey)
      journey.days = pick([nil, 1, 2, 3])
      journey.owner = pick([nil] + guests)
      if let business = journey as? BusinessJourney {
        business.company = pick([nil] + companies)
        business.spare = pick([nil, Kit()])
        if pick([true, false]) { business.labels = [label] }
      }
      if let personal = journey as? PersonalJourney {
        personal.companion = pick([nil] + all.compactMap { $0 as? BusinessJourney })
        if let detour = all.randomElement(using: &random) { personal.detours = [detour] }
      }
      if pick([true, false]) { journey.legs = [Leg("x")] }
      all.append(journey)
    }
    for guest in guests { guest.favourite = pick([nil] + all) }
    try context.save()
    self.all = all
    layout = try StoreLayout(Schema(JourneySchema.models))
    translator = PredicateTranslator(
      layout: layout, storeIdentifier: all[0].persistentModelID.storeIdentifier ?? "")
  }

  func check<Model: PersistentModel>(
    _ predicate: Predicate<Model>, isExact: Bool? = true, _ name: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let isExact, let entity = layout.entity(for: Model.self) {
      let translated = try translator.translate(predicate, entity: entity, alias: "t")
      #expect(
        translated.isExact == isExact, "\(name) \(translated.condition.prepare().sql)",
        sourceLocation: sourceLocation)
    }
    let fetched = try context.fetch(FetchDescriptor(predicate: predicate))
    let accepted = try context.fetch(FetchDescriptor<Model>()).filter { predicate.accepts($0) }
    #expect(
      fetched.map(\.persistentModelID) == accepted.map(\.persistentModelID), "\(name)",
      sourceLocation: sourceLocation)
  }

  /// Returns predicates, whether SQL alone evaluates them, and their lines.
  // swift-format-ignore: NeverForceUnwrap
  func journeys() throws -> [(Predicate<Journey>, Bool, Int)] {
    let one = try #require(all.first { $0 is BusinessJourney } as? BusinessJourney)
    let identifier = one.persistentModelID
    var cases: [(Predicate<Journey>, Bool, Int)] = []
    func add(_ predicate: Predicate<Journey>, _ isExact: Bool = true, _ line: Int = #line) {
      cases.append((predicate, isExact, line))
    }
    add(#Predicate { $0 is BusinessJourney })
    add(#Predicate { $0 is ConferenceJourney })
    add(#Predicate { $0 is PersonalJourney || $0 is ConferenceJourney })
    add(#Predicate { !($0 is QuietJourney) && $0.name == "a" })
    add(#Predicate { ($0 as? BusinessJourney) == nil })
    add(#Predicate { ($0 as? BusinessJourney) != nil })
    add(#Predicate { ($0 as? BusinessJourney)?.expenses ?? 0 > 2 })
    add(#Predicate { ($0 as? BusinessJourney)?.expenses == 2 })
    add(#Predicate { ($0 as? BusinessJourney)?.expenses != 2 })
    add(#Predicate { ($0 as? BusinessJourney)?.name == "b" })
    add(#Predicate { ($0 as? BusinessJourney)?.name != "b" })
    add(#Predicate { ($0 as? BusinessJourney)?.days == nil })
    add(#Predicate { ($0 as? BusinessJourney)?.spare?.weight == 1.5 })
    add(#Predicate { ($0 as? BusinessJourney)?.kit.weight == 1.5 })
    add(#Predicate { ($0 as? PersonalJourney)?.note == 7 })
    add(#Predicate { ($0 as? BusinessJourney)?.note == "none" })
    add(#Predicate { ($0 as? BusinessJourney)?.phase == .planned })
    add(#Predicate { ($0 as? BusinessJourney)?.company?.name == "Acme" })
    add(#Predicate { ($0 as? BusinessJourney)?.company == nil })
    add(#Predicate { ($0 as? BusinessJourney)?.owner?.name == "Otto" })
    add(#Predicate { ($0 as? PersonalJourney)?.companion is ConferenceJourney })
    add(#Predicate { ($0 as? PersonalJourney)?.companion?.name == "a" })
    add(#Predicate { ($0 as? BusinessJourney)?.labels.isEmpty == true })
    add(#Predicate { ($0 as? BusinessJourney)?.legs.count ?? 2 > 0 })
    add(#Predicate { ($0 as? BusinessJourney)?.persistentModelID == identifier })
    add(#Predicate { $0.persistentModelID == identifier })
    add(#Predicate { ($0 as? ConferenceJourney)?.persistentModelID == identifier })
    add(#Predicate { ($0 as! BusinessJourney).expenses > 1 })
    add(#Predicate { $0 is BusinessJourney && ($0 as! BusinessJourney).expenses > 1 })
    add(
      #Predicate {
        if let business = $0 as? BusinessJourney {
          business.expenses > 1 && business.purpose != "3"
        } else {
          $0.days == 1
        }
      })
    add(
      #Predicate {
        if let personal = $0 as? PersonalJourney { personal.note == 7 } else { false }
      })
    add(#Predicate { ($0 as? BusinessJourney).flatMap { $0.days } == 3 })
    add(#Predicate { (($0 as? BusinessJourney) as? ConferenceJourney)?.talk == "on a" })
    add(#Predicate { ($0 as? BusinessJourney)?.company?.journeys.isEmpty == false })
    return cases
  }
}
