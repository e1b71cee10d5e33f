// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData

enum Terrain: String, Codable, CaseIterable {
  case road, trail, sand
}

struct Weather: Codable, Equatable {
  var temperature: Double
  var wind: Double?
  var words: [String] = []
}

/// A model with one property of each stored type.
@Model
final class Everything {
  @Attribute(.unique) var id: UUID
  var flag: Bool = false
  var int: Int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint8: UInt8 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0
  var double: Double = 0
  var decimal: Decimal = 0
  var string: String = ""
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var data: Data = Data()
  var url: URL = URL(filePath: "/")
  var terrain: Terrain = Terrain.road
  var weather: Weather = Weather(temperature: 20)
  var numbers: [Int] = []
  var dictionary: [String: Double] = [:]
  var words: Set<String> = []
  var optionalInt: Int?
  var optionalDate: Date?
  var optionalString: String?
  var optionalTerrain: Terrain?
  var optionalWeather: Weather?
  var optionalDouble: Double?
  @Attribute(.externalStorage) var photo: Data?
  @Attribute(.transformable(by: "ReversedText")) var reversed: NSString?
  @Attribute(.allowsCloudEncryption) var secret: String?
  @Attribute(.ephemeral) var scratch: Int = 7
  @Transient var cache: Int = 3
  var größe: Int = 0

  init(id: UUID) { self.id = id }
}

/// A transformer that stores a text reversed.
final class ReversedText: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? NSString).map { Data("\($0)".utf8.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { NSString(string: String(decoding: $0.reversed(), as: UTF8.self)) }
  }

  static let isRegistered: Bool = {
    ValueTransformer.setValueTransformer(
      ReversedText(), forName: NSValueTransformerName("ReversedText"))
    return true
  }()
}

@Model
final class Club {
  #Unique<Club>([\.name, \.city])
  var name: String
  var city: String?
  @Relationship(deleteRule: .cascade, inverse: \Walk.club) var walks: [Walk] = []

  init(name: String, city: String?) {
    self.name = name
    self.city = city
  }
}

@Model
class Walk {
  var title: String
  var length: Double = 0
  var uses: Int = 0
  var updatedAt: Date = Date(timeIntervalSinceReferenceDate: 0)
  var club: Club?
  var labels: [Label] = []
  @Relationship(deleteRule: .cascade, inverse: \TrackPoint.walk) var points: [TrackPoint] = []

  init(title: String) { self.title = title }
}

@Model
final class NightWalk: Walk {
  var moon: Double = 0

  init(title: String, moon: Double) {
    super.init(title: title)
    self.moon = moon
  }
}

@Model
final class Label {
  @Attribute(.unique) var text: String
  @Relationship(inverse: \Walk.labels) var walks: [Walk] = []

  init(text: String) { self.text = text }
}

/// A dependent with a required owner.
@Model
final class Stage {
  var name: String
  var number: Int
  var walk: Walk

  init(name: String, number: Int, walk: Walk) {
    self.name = name
    self.number = number
    self.walk = walk
  }
}

@Model
final class TrackPoint {
  var time: Date
  var latitude: Double
  var longitude: Double
  var walk: Walk?

  init(time: Date, latitude: Double, longitude: Double, walk: Walk? = nil) {
    self.walk = walk
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
  }
}
