// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An airport with its IATA code, position and zone.
public struct Airport: Sendable, Hashable {
  /// The IATA code.
  public let code: String
  /// The country's code in ISO 3166-1 alpha-2.
  public let country: String
  /// The position of the reference point.
  public let coordinates: Coordinates
  /// The zone in the time zone database.
  public let zone: String
  /// The city.
  public let city: String
  /// The name.
  public let name: String
}

/// The airports with an IATA code, also many that are closed, such as TXL.
///
/// The table is parsed on its first use, which takes some milliseconds.
public enum AirportTable {
  /// Returns the airport with a code; nil if the table has none.
  public static func airport(_ code: String) -> Airport? { index.byCode[code] }

  /// The number of airports.
  public static var count: Int { index.airports.count }

  /// Returns the only airport that a name describes; nil if there is none, or more than one.
  ///
  /// Each significant word of the text must occur in the name or the city of the airport. A word of
  /// two letters must be the country's code.
  public static func airport(named name: String) -> Airport? {
    let matches = airports(named: name)
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the airports that a name describes, at most 50.
  static func airports(named name: String) -> [Airport] {
    let words = NameWords(name)
    guard let rarest = words.significant.min(by: { count(of: $0) < count(of: $1) }),
      let candidates = index.byWord[rarest]
    else { return [] }
    var matches: [Airport] = []
    for candidate in candidates {
      let airport = index.airports[Int(candidate)]
      guard words.codes.isEmpty || words.codes.contains(airport.country) else { continue }
      let own = NameWords(airport.name + " " + airport.city).all
      if words.significant.allSatisfy(own.contains) { matches.append(airport) }
      if matches.count == 50 { break }
    }
    return matches
  }

  private static func count(of word: String) -> Int { index.byWord[word]?.count ?? 0 }

  /// Returns the airports nearest to a position, the nearest first, within a distance in meters.
  static func nearest(_ position: Coordinates, count: Int, within limit: Double) -> [Airport] {
    // A degree of latitude is more than 110 km.
    let window = limit / 110_000
    var found: [(distance: Double, airport: Airport)] = []
    for airport in index.airports
    where (airport.coordinates.latitude - position.latitude).magnitude <= window {
      let distance = position.distance(to: airport.coordinates)
      if distance <= limit { found.append((distance, airport)) }
    }
    return found.sorted { $0.distance < $1.distance }.prefix(count).map(\.airport)
  }

  private struct Index {
    var airports: [Airport] = []
    var byCode: [String: Airport] = [:]
    var byWord: [String: [Int32]] = [:]
  }

  private static let index: Index = {
    var index = Index()
    let zones = text(AirportData.zones).split(separator: "\n").map(String.init)
    for line in text(AirportData.airports).split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count == 7, let latitude = Double(fields[2]), let longitude = Double(fields[3]),
        let zone = Int(fields[4]), zones.indices.contains(zone),
        let position = Coordinates(latitude: latitude, longitude: longitude)
      else { continue }
      let airport = Airport(
        code: String(fields[0]), country: String(fields[1]), coordinates: position,
        zone: zones[zone], city: String(fields[5]), name: String(fields[6]))
      for word in NameWords(airport.name + " " + airport.city).all {
        index.byWord[word, default: []].append(Int32(index.airports.count))
      }
      index.byCode[airport.code] = airport
      index.airports.append(airport)
    }
    return index
  }()

  static func text(_ string: StaticString) -> String {
    String(decoding: string.withUTF8Buffer { Array($0) }, as: UTF8.self)
  }
}

/// The words of the name of an airport, without case and accents.
struct NameWords {
  /// All words of more than two letters.
  var all: Set<String> = []
  /// The words that distinguish airports.
  var significant: [String] = []
  /// The words of two capital letters that are codes of countries.
  var codes: Set<String> = []

  init(_ name: String) {
    let words = name.folding(options: [.diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
    for word in words {
      if word.count == 2 {
        let code = word.uppercased()
        if word == code, CountryTable.zones[code] != nil { codes.insert(code) }
        continue
      }
      let lower = word.lowercased()
      guard lower.count > 2 else { continue }
      all.insert(lower)
      if !Self.generic.contains(lower), !significant.contains(lower) { significant.append(lower) }
    }
  }

  private static let generic: Set<String> = [
    "airport", "international", "intl", "aeroport", "aeropuerto", "flughafen", "aeroporto",
    "terminal", "the", "and",
  ]
}

extension Coordinates {
  /// The distance on a sphere in meters, within 0.6 % of the ellipsoid's.
  func distance(to other: Coordinates) -> Double {
    let radians = Double.pi / 180
    let latitude = sin((other.latitude - self.latitude) * radians / 2)
    let longitude = sin((other.longitude - self.longitude) * radians / 2)
    let sum =
      latitude * latitude + cos(self.latitude * radians) * cos(other.latitude * radians)
      * longitude * longitude
    return 2 * 6_371_008.8 * asin(min(1, sum.squareRoot()))
  }
}
