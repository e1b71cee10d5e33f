// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// All values of trips, as the JSON export and the import have them.
package struct TripArchive: Codable, Sendable, Hashable {
  /// A trip with its parts that are not deleted.
  package struct Entry: Codable, Sendable, Hashable {
    package var trip: TripSnapshot
    package var people: [CollaboratorSnapshot]
    package var places: [PlaceSnapshot]
    package var routes: [RouteSnapshot]
    package var segments: [SegmentSnapshot]
    package var items: [DayPlanItemSnapshot]
    package var bookings: [BookingSnapshot]
    package var packing: [PackingItemSnapshot]
    package var documents: [DocumentAssetSnapshot]
    package var expenses: [ExpenseSnapshot]
    package var rates: [ExchangeRateSnapshot]
    package var dismissed: [DismissedFindingSnapshot]
    /// The bytes of documents, and the points of routes, by identifier.
    package var data: [String: Data]
  }

  /// A template with its lines.
  package struct Template: Codable, Sendable, Hashable {
    package var template: PackingTemplateSnapshot
    package var items: [PackingItemSnapshot]
  }

  /// The name of the format.
  package static let formatName = "cairn-trips"

  package var format = Self.formatName
  /// The version of the schema that wrote the archive.
  package var version = 2
  package var trips: [Entry]
  package var templates: [Template]

  package init(trips: [Entry] = [], templates: [Template] = []) {
    self.trips = trips
    self.templates = templates
  }

  /// Returns whether a file begins as an archive.
  package static func matches(_ data: Data) -> Bool {
    let start = String(decoding: data.prefix(256), as: UTF8.self).filter { !$0.isWhitespace }
    return start.hasPrefix("{\"format\":\"\(formatName)\"")
  }

  /// Encodes the archive; the name of the format comes first.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dataEncodingStrategy = .base64
    return try encoder.encode(self)
  }

  /// Decodes an archive.
  ///
  /// - Throws: ``TripLibraryError/invalidExport(_:)``.
  package static func decode(_ data: Data) throws -> TripArchive {
    let archive: TripArchive
    do {
      archive = try JSONDecoder().decode(TripArchive.self, from: data)
    } catch DecodingError.keyNotFound(let key, let context) {
      throw TripLibraryError.invalidExport(
        "\(path(context.codingPath)) lacks \(key.stringValue)")
    } catch DecodingError.dataCorrupted(let context) {
      throw TripLibraryError.invalidExport("\(path(context.codingPath)) is damaged")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      throw TripLibraryError.invalidExport("\(path(context.codingPath)) has another type")
    }
    guard archive.version <= 2 else {
      throw TripLibraryError.invalidExport(
        "version \(archive.version) is of a newer program; update this one")
    }
    return archive
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty
      ? "the file"
      : keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
