// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The countries, their names and zones.
enum CountryTable {
  /// The zones of each country by its code in ISO 3166-1 alpha-2.
  static let zones: [String: [String]] = table.mapValues(\.zones)

  /// The zone of a country; nil if its zones differ.
  static func zone(of country: String) -> String? {
    guard let entry = table[country], entry.agree else { return nil }
    return entry.zones.first
  }

  /// The countries of a zone; a zone of several countries, such as Europe/Zurich, lists one.
  static func countries(ofZone zone: String) -> [String] { countriesByZone[zone] ?? [] }

  /// The code of a country by its code or its name in one of several languages; nil if it is unknown.
  static func code(_ text: String) -> String? {
    let text = text.trimmed
    if text.utf8.count == 2, table[text.uppercased()] != nil { return text.uppercased() }
    return codes[key(text)]
  }

  private static let table: [String: (agree: Bool, zones: [String])] = {
    var table: [String: (agree: Bool, zones: [String])] = [:]
    for line in AirportTable.text(AirportData.countries).split(separator: "\n") {
      let zones = line.dropFirst(3).split(separator: ",").map(String.init)
      table[String(line.prefix(2))] = (line.dropFirst(2).first == "=", zones)
    }
    return table
  }()

  private static let countriesByZone: [String: [String]] = {
    var countries: [String: [String]] = [:]
    for (country, entry) in table {
      for zone in entry.zones { countries[zone, default: []].append(country) }
    }
    return countries
  }()

  private static func key(_ name: String) -> String {
    name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
  }

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    var ambiguous: Set<String> = []
    let languages = [
      "en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi", "hu", "ro",
      "tr",
    ]
    for code in table.keys.sorted() {
      var names = languages.compactMap {
        Locale(identifier: $0).localizedString(forRegionCode: code)
      }
      names += extraNames[code] ?? []
      for name in Set(names.map(key)) where codes.updateValue(code, forKey: name) != nil {
        ambiguous.insert(name)
      }
    }
    for name in ambiguous { codes[name] = nil }
    return codes
  }()

  private static let extraNames = [
    "US": ["USA", "United States of America"],
    "GB": ["UK", "Great Britain", "England", "Scotland"],
    "CZ": ["Czech Republic"], "NL": ["Holland", "The Netherlands"], "KR": ["South Korea"],
  ]

  /// The zones of the states of the United States that have one zone.
  private static let states: [String: String] = {
    let groups = [
      "America/New_York": "CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV",
      "America/Chicago": "AR IA IL LA MN MO MS OK WI", "America/Denver": "CO MT NM UT WY",
      "America/Los_Angeles": "CA WA", "Pacific/Honolulu": "HI",
    ]
    var states: [String: String] = [:]
    for (zone, names) in groups {
      for name in names.split(separator: " ") { states[String(name)] = zone }
    }
    return states
  }()

  /// The zone of an address; nil if country and region don't determine it.
  static func zone(of address: PostalAddress?) -> String? {
    guard let country = address?.country.flatMap(code) else { return nil }
    if let zone = zone(of: country) { return zone }
    return country == "US" ? address?.region.flatMap { states[$0.trimmed.uppercased()] } : nil
  }
}
