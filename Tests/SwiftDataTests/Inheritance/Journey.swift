// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

// A class tree of three levels, and models with relationships to and from it.

protocol Described {
  var name: String { get }
  func describe() -> String
}

@Model
class Journey: Described {
  #Index<Journey>([\.start])

  @Attribute(.unique, .preserveValueOnDeletion) var code: String
  var name: String
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var days: Int?
  var owner: Guest?
  @Relationship(deleteRule: .cascade, inverse: \Leg.journey) var legs: [Leg] = []
  @Transient var visits = 0

  init(_ name: String, code: String? = nil) {
    self.name = name
    self.code = code ?? name
  }

  convenience init(days: Int, _ name: String) {
    self.init(name)
    self.days = days
  }

  func describe() -> String { "journey \(name)" }
}

struct Kit: Codable, Equatable {
  var weight = 1.5
  var parts = ["case"]
}

enum Phase: String, Codable {
  case planned, approved, done
}

@available(macOS 26, *)
@Model
class BusinessJourney: Journey {
  #Unique<BusinessJourney>([\.name, \.purpose])
  #Index<BusinessJourney>([\.expenses], [\.name])

  var expenses: Double
  @Attribute(.preserveValueOnDeletion) var purpose: String
  var phase = Phase.planned
  var kit = Kit()
  var spare: Kit?
  @Attribute(.externalStorage) var receipt: Data?
  @Attribute(.transformable(by: "Reversing")) var secret = "open"
  @Attribute(.ephemeral) var glance = 3
  var note = "none"
  var company: Company?
  @Relationship(inverse: \Label.journeys) var labels: [Label] = []

  init(_ name: String, expenses: Double, purpose: String = "sales") {
    self.expenses = expenses
    self.purpose = purpose
    super.init(name, code: nil)
  }

  override func describe() -> String { "business " + super.describe() }
}

@Model
final class ConferenceJourney: BusinessJourney {
  var talk: String?
  var seats = 1

  override init(_ name: String, expenses: Double, purpose: String = "talk") {
    self.talk = "on " + name
    super.init(name, expenses: expenses, purpose: purpose)
    days = 3
  }
}

/// A subclass that inherits all initializers.
@Model
class PersonalJourney: Journey {
  var note = 7
  var companion: BusinessJourney?
  @Relationship(deleteRule: .cascade) var detours: [Journey] = []

  convenience init(to name: String, note: Int) {
    self.init(name)
    self.note = note
  }
}

/// A subclass without its own properties.
@Model
final class QuietJourney: PersonalJourney {
  override func describe() -> String { "…" }
}

@Model
final class Guest {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Journey.owner) var journeys: [Journey] = []
  var favourite: Journey?

  init(_ name: String) { self.name = name }
}

@Model
final class Company {
  var name: String
  @Relationship(inverse: \BusinessJourney.company) var journeys: [BusinessJourney] = []
  var latest: ConferenceJourney?

  init(_ name: String) { self.name = name }
}

@Model
final class Leg {
  var place: String
  var journey: Journey?

  init(_ place: String) { self.place = place }
}

@Model
final class Label {
  var text: String
  var journeys: [BusinessJourney] = []

  init(_ text: String) { self.text = text }
}

// Classes that override inherited properties.

@Model
class Figure {
  var title: String
  var size = 1.0 {
    didSet { changes += 1 }
  }
  @Transient var changes = 0

  init(_ title: String) { self.title = title }
}

@Model
final class LoudFigure: Figure {
  override var title: String {
    get { super.title.uppercased() }
    set { super.title = newValue }
  }
  override var size: Double {
    didSet { seen = oldValue }
  }
  @Transient var seen = 0.0
}

/// A subclass without the macro, whose properties are unknown.
class UnmarkedFigure: Figure {}

enum JourneySchema {
  static let models: [any PersistentModel.Type] = [
    ConferenceJourney.self, BusinessJourney.self, PersonalJourney.self, QuietJourney.self,
    Journey.self, Guest.self, Company.self, Label.self,
  ]

  static func container(_ store: TestStore? = nil) throws -> ModelContainer {
    let configuration =
      store.map { ModelConfiguration(url: $0.url) }
      ?? ModelConfiguration(isStoredInMemoryOnly: true)
    ValueTransformer.setValueTransformer(
      ReversingTransformer(), forName: NSValueTransformerName("Reversing"))
    return try ModelContainer(for: Schema(models), configurations: [configuration])
  }
}

private final class ReversingTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.utf8.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
  }
}
