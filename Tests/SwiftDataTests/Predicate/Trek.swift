// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

enum Surface: String, Codable, CaseIterable {
  case trail, road, sand

  var isSoft: Bool { self == .sand }
}

enum Effort: Int, Codable, Comparable {
  case easy = 3
  case medium = 2
  case hard = 1

  /// Compares by effort, in the reverse order of the raw values.
  static func < (lhs: Effort, rhs: Effort) -> Bool { lhs.rawValue > rhs.rawValue }
}

struct Gear: Codable, Equatable {
  var weight: Int
  var brand: String
  var price: Double
  var isNew: Bool
  var note: String?
  var bought: Date
  var renamed: Int
  var ground: Surface

  var doubled: Int { weight * 2 }

  enum CodingKeys: String, CodingKey {
    case weight, brand, price, isNew, note, bought, ground
    case renamed = "other"
  }
}

@Model
final class Author {
  var name: String
  var age: Int?
  var email: String?
  var isActive: Bool
  var boss: Author?
  @Relationship(inverse: \Author.boss) var team: [Author] = []
  @Relationship(inverse: \Trek.author) var trips: [Trek] = []
  @Relationship(inverse: \Trek.reviewer) var reviews: [Trek]? = []

  init(name: String, age: Int?, email: String?, isActive: Bool) {
    self.name = name
    self.age = age
    self.email = email
    self.isActive = isActive
  }
}

@Model
final class Trek {
  var name: String
  var note: String?
  var miles: Double
  var load: Double?
  var pace: Float
  var steps: Int
  var tiny: Int8
  var large: UInt64
  var optional: Int?
  var start: Date
  var end: Date?
  var isDone: Bool
  var isPublic: Bool?
  var uuid: UUID
  var otherUUID: UUID?
  var surface: Surface
  var otherSurface: Surface?
  var level: Effort
  var cost: Decimal
  var otherCost: Decimal?
  var link: URL?
  var data: Data
  var tags: [String]
  var numbers: [Int]
  var gear: Gear
  var kit: Kit
  var spare: Kit?
  var mood: Mood
  var otherMood: Mood?
  var form: Form
  var coded: Coded
  var table: [String: Int]
  var names: [Int: String]
  var author: Author?
  var reviewer: Author?
  @Relationship(deleteRule: .cascade, inverse: \Camp.trip) var stops: [Camp] = []
  @Relationship(inverse: \Label.trips) var labels: [Label] = []

  init(random: inout SeededRandom) {
    name = random.text()
    note = random.optional { $0.text() }
    miles = random.double()
    load = random.optional { $0.double() }
    pace = Float(random.pick([0, 0.1, 1, 2.5, -3, 1e20]))
    steps = random.integer()
    tiny = Int8(random.pick([-128, -3, 0, 1, 3, 100, 127]))
    large = UInt64(random.pick([0, 1, 3, 1_000_000, Int.max]))
    optional = random.optional { $0.pick([0, 1, 2, 3, -3, Int.max, Int.min]) }
    start = random.date()
    end = random.optional { $0.date() }
    isDone = random.pick([true, false])
    isPublic = random.pick([true, false, nil])
    uuid = random.uuid()
    otherUUID = random.optional { $0.uuid() }
    surface = random.pick(Surface.allCases)
    otherSurface = random.optional { $0.pick(Surface.allCases) }
    level = random.pick([.easy, .medium, .hard])
    cost = random.decimal()
    otherCost = random.optional { $0.decimal() }
    link =
      random.optional { URL(string: $0.pick(["https://a.example/x", "file:///tmp/y"])) } ?? nil
    data = Data(random.pick([[], [1, 2, 3], [0, 255]]) as [UInt8])
    tags = random.list { $0.text() }
    numbers = random.list { $0.integer() }
    gear = Gear(
      weight: random.pick([0, 3, 80, 81]), brand: random.text(), price: random.double(),
      isNew: random.pick([true, false]), note: random.optional { $0.text() },
      bought: random.date(), renamed: random.below(3), ground: random.pick(Surface.allCases))
    kit = Kit(random: &random)
    spare = random.optional { Kit(random: &$0) }
    mood = random.pick([.calm, .glad, .wild])
    otherMood = random.optional { $0.pick([.calm, .glad, .wild]) }
    form = random.pick([.square, .round(radius: 1), .round(radius: 2)])
    coded = Coded(value: random.below(4), plain: random.below(4) - 2)
    table = random.pick([[:], ["one": 1], ["one": 2, "two": 3]])
    names = random.pick([[:], [1: "Storm"], [1: "a", -2: ""]])
  }
}

@Model
final class Camp {
  var name: String
  var order: Int
  var nights: Int?
  var trip: Trek?
  var host: Author?

  init(name: String, order: Int, nights: Int?) {
    self.name = name
    self.order = order
    self.nights = nights
  }
}

@Model
final class Label {
  var title: String
  var id: UUID
  var trips: [Trek] = []

  init(title: String, id: UUID) {
    self.title = title
    self.id = id
  }
}
