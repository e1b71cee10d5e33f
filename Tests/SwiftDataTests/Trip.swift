// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model
final class Trip {
  @Attribute(.unique) var code: String
  var name: String
  var rating = 3.0
  var note: String?
  var startDate: Date?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  @Relationship(deleteRule: .deny) var invoices: [Invoice] = []
  @Relationship(inverse: \Traveller.trips) var travellers: [Traveller] = []
  @Transient var selections = 0

  init(_ name: String, code: String? = nil) {
    self.name = name
    self.code = code ?? UUID().uuidString
  }
}

@Model
final class Stop {
  var place: String
  var trip: Trip?

  init(_ place: String, trip: Trip? = nil) {
    self.place = place
    self.trip = trip
  }
}

@Model
final class Invoice {
  var amount: Decimal
  var trip: Trip

  init(_ amount: Decimal, trip: Trip) {
    self.amount = amount
    self.trip = trip
  }
}

@Model
final class Traveller {
  var name: String
  var trips: [Trip]?
  @Relationship(deleteRule: .nullify, inverse: \Passport.holder) var passport: Passport?

  init(_ name: String) { self.name = name }
}

@Model
final class Passport {
  var number: Int
  var holder: Traveller?

  init(_ number: Int) { self.number = number }
}

/// A model with relationships to its own type.
@Model
final class Folder {
  var name: String
  var parent: Folder?
  @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []

  init(_ name: String, parent: Folder? = nil) {
    self.name = name
    self.parent = parent
  }
}

enum Terrain: String, Codable, CaseIterable {
  case road, trail, sand
}

enum Level: Int, Codable {
  case low = 1, high = 10
}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Double, rounded: Bool)
}

struct Profile: Codable, Equatable {
  var weight: Double?
  var tags: [String] = []
}

/// A property of each type that can be stored.
@Model
final class Everything {
  var string: String
  var bool: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double: Double
  var date: Date
  var uuid: UUID
  var data: Data
  var url: URL
  var decimal: Decimal
  var terrain: Terrain
  var level: Level
  var shape: Shape
  var profile: Profile
  var strings: [String]
  var numbers: [Double]
  var profiles: [Profile]
  var table: [String: Int]
  var optionalString: String?
  var optionalBool: Bool?
  var optionalInt: Int?
  var optionalDouble: Double?
  var optionalDate: Date?
  var optionalUUID: UUID?
  var optionalData: Data?
  var optionalURL: URL?
  var optionalDecimal: Decimal?
  var optionalTerrain: Terrain?
  var optionalShape: Shape?
  var optionalProfile: Profile?
  var optionalStrings: [String]?
  @Attribute(.externalStorage) var picture: Data?

  init(extreme: Bool) {
    string = extreme ? "e\u{301}\u{0}😀\"';--" : ""
    bool = extreme
    int = extreme ? .max : 0
    int8 = extreme ? .min : 0
    int16 = extreme ? .min : 0
    int32 = extreme ? .min : 0
    int64 = extreme ? .min : 0
    uint = extreme ? UInt(Int.max) : 0
    uint8 = extreme ? .max : 0
    uint16 = extreme ? .max : 0
    uint32 = extreme ? .max : 0
    uint64 = extreme ? UInt64(Int64.max) : 0
    float = extreme ? -.greatestFiniteMagnitude : 0
    double = extreme ? -.infinity : 0
    date = extreme ? Date(timeIntervalSince1970: 1_234_567_890.123_456) : .distantPast
    uuid = UUID()
    data = extreme ? Data([0, 255, 0]) : Data()
    url = URL(filePath: "/tmp/a b")
    decimal = extreme ? Decimal(string: "-1234567890123456789012345.678901234") ?? 0 : 0
    terrain = .sand
    level = .high
    shape = .square(side: 0.1, rounded: true)
    profile = Profile(weight: 81.5, tags: ["a", "ü"])
    strings = extreme ? ["", "x", "😀"] : []
    numbers = extreme ? [.infinity, -0.5] : []
    profiles = [Profile(), Profile(weight: 1)]
    table = ["one": 1]
    guard extreme else { return }
    optionalString = "text"
    optionalBool = false
    optionalInt = -1
    optionalDouble = .leastNonzeroMagnitude
    optionalDate = .distantFuture
    optionalUUID = UUID()
    optionalData = Data(repeating: 7, count: 10)
    optionalURL = URL(string: "https://example.com/?q=1#x")
    optionalDecimal = 0.1
    optionalTerrain = .road
    optionalShape = .circle(radius: 2)
    optionalProfile = Profile(weight: nil, tags: [])
    optionalStrings = ["y"]
    picture = Data(repeating: 42, count: 300_000)
  }
}
