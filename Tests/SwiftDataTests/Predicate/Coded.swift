// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An enumeration without raw values and without `CaseIterable`.
enum Mood: Codable, Comparable {
  case calm, glad, wild

  var isLoud: Bool { self == .wild }
}

/// An enumeration with associated values.
enum Form: Codable, Equatable {
  case round(radius: Double)
  case square
}

struct Maker: Codable, Equatable {
  var city: String
  var zip: Int?
  var founded: Date
  var rating: Float
  var isOpen: Bool
  var terrain: Surface?

  init(random: inout SeededRandom) {
    city = random.text()
    zip = random.optional { $0.integer() }
    founded = random.date()
    rating = Float(random.pick([0, 0.1, 2.5, -3]))
    isOpen = random.pick([true, false])
    terrain = random.optional { $0.pick(Surface.allCases) }
  }

  var isFar: Bool { city.count > 3 }
}

struct Kit: Codable, Equatable {
  var maker: Maker
  var second: Maker?
  var tags: [String]
  var sizes: [Int]
  var codes: [String: Int]
  var mood: Mood
  var form: Form
  var id: UUID
  var cost: Decimal
  var link: URL?
  var raw: Data
  var ratio: Double
  var share: Double?
  var flags: Set<Int>
  var makers: [Maker]
  var large: UInt64
  var efforts: [Effort]

  init(random: inout SeededRandom) {
    maker = Maker(random: &random)
    second = random.optional { Maker(random: &$0) }
    tags = random.list { $0.text() }
    sizes = random.list { $0.integer() }
    codes = [:]
    for _ in 0..<random.below(3) {
      codes[random.pick(["one", "two", "e\u{301}", ""])] = random.below(3)
    }
    mood = random.pick([.calm, .glad, .wild])
    form = random.pick([.square, .round(radius: 1), .round(radius: 2)])
    id = random.uuid()
    cost = random.decimal()
    link = random.optional { $0.pick([URL(filePath: "/a"), URL(filePath: "/b")]) }
    raw = Data(random.pick([[], [1, 2, 3]]) as [UInt8])
    ratio = random.pick([.nan, .infinity, -0.0, 0.1, 2.5, 123_456.789_012_345_67])
    share = random.optional { $0.pick([.nan, 0.1, 2.5]) }
    flags = Set(random.list { $0.below(4) })
    makers = random.list { Maker(random: &$0) }
    large = random.pick([0, 3, .max])
    efforts = random.list { $0.pick([.easy, .medium, .hard]) }
  }
}

/// A type whose encoding differs from its properties.
struct Coded: Codable, Equatable {
  var value: Int
  var plain: Int

  init(value: Int, plain: Int) {
    self.value = value
    self.plain = plain
  }

  private enum CodingKeys: String, CodingKey {
    case value = "v"
    case plain
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = Swift.max(0, try container.decode(Int.self, forKey: .value))
    plain = try container.decode(Int.self, forKey: .plain)
  }
}
