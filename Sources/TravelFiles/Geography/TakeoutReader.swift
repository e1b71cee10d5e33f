// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of the lists of saved places that Google Takeout exports as CSV.
enum TakeoutReader {
  /// True if the first row has the columns of Takeout.
  static func matches(_ table: CSVReader) -> Bool {
    table.column("title") != nil && table.column("url") != nil
  }

  /// Reads the places; a position is known only if the web address contains it.
  static func places(_ table: CSVReader) -> [Place] {
    guard let title = table.column("title"), let address = table.column("url") else { return [] }
    let note = table.column("note")
    let comment = table.column("comment")
    return table.rows.dropFirst().compactMap { row in
      func field(_ index: Int?) -> String? {
        index.flatMap { row.fields.indices.contains($0) ? row.fields[$0].trimmed.nonEmpty : nil }
      }
      var place = Place(name: field(title), note: field(note) ?? field(comment))
      place.url = field(address)
      place.coordinates = place.url.flatMap(position)
      return place.isEmpty ? nil : place
    }
  }

  private static func position(_ url: String) -> Coordinates? {
    guard
      let match = url.firstMatch(
        of: /(?:search\/|@|!3d)(-?\d{1,2}\.\d{1,12})(?:,|!4d)(-?\d{1,3}\.\d{1,12})/),
      let latitude = Double(match.1), let longitude = Double(match.2)
    else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}
