// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

/// An object that contains the words of a search.
package struct TripSearchHit: Sendable, Hashable, Identifiable {
  package var id: UUID
  /// The name of the entity, such as `Segment`.
  package var type: String
  package var name: String
  package var trip: UUID?
  package var tripTitle: String?
  /// A part of the text with the words, and the ranges of the words in it.
  package var snippet: FullTextSnippetValue
  /// The relevance within the entity, greater for better matches.
  package var score: Double
}

/// A part of a text with ranges of found words, as offsets of UTF-8.
package struct FullTextSnippetValue: Sendable, Hashable {
  package var text: String
  package var highlights: [Range<Int>]
}

/// A place with its distance.
package struct NearbyPlace: Sendable, Hashable, Identifiable {
  package var place: PlaceSnapshot
  package var tripTitle: String?
  /// Metres on the ellipsoid.
  package var distance: Double
  package var id: UUID { place.id }
}

extension TripLibrary {
  /// Searches the texts of all objects that are not deleted, trips first, then by relevance.
  ///
  /// All words must occur in one object; the last one may be a prefix. Words in double quotes are adjacent. The
  /// number of a flight may be written with or without a space after the airline's code.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - limit: The maximum number of hits.
  ///   - trip: The trip; nil for all trips.
  /// - Returns: The hits.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func search(
    _ text: String, limit: Int = 50, trip: UUID? = nil
  ) throws -> [TripSearchHit] {
    guard limit > 0 else { return [] }
    let query = Self.query(text)
    var hits: [TripSearchHit] = []
    func run<Entity: TripEntity>(
      _ type: Entity.Type, _ texts: [any KeyPath<Entity, String> & Sendable],
      _ optional: [any KeyPath<Entity, String?> & Sendable]
    ) throws {
      guard hits.count < limit else { return }
      var descriptor = FullTextDescriptor<Entity>(query)
      // Hidden matches are dropped below, so a few more are read, and once more if these are hidden.
      let first = limit - hits.count + 20
      for part in trip == nil ? [0..<first, first..<limit * 2 + 20] : [0..<Int.max] {
        descriptor.fetchOffset = part.lowerBound
        descriptor.fetchLimit = trip == nil ? part.count : nil
        let matches = try modelContext.search(descriptor)
        for match in matches
        where !match.model.isHidden && (trip == nil || match.model.owningTrip?.id == trip) {
          hits.append(Self.hit(match, texts, optional))
          if hits.count == limit { return }
        }
        if matches.count < part.count { return }
      }
    }
    try run(Trip.self, [\.title, \.destination], [\.notes])
    try run(
      Segment.self, [\.title],
      [
        \.carrier, \.carrierCode, \.number, \.vehicle, \.bookingCode, \.notes, \.originName,
        \.destinationName,
      ])
    try run(DayPlanItem.self, [\.title], [\.notes, \.bookingCode])
    try run(
      Place.self, [\.name],
      [
        \.code, \.street, \.postalCode, \.locality, \.region, \.country, \.phone, \.email, \.notes,
      ])
    try run(
      Booking.self, [\.traveller], [\.code, \.ticketNumber, \.seat, \.membership, \.notes])
    try run(DocumentAsset.self, [\.title, \.fileName], [\.notes])
    try run(Collaborator.self, [\.name], [\.email, \.phone])
    try run(Expense.self, [\.title, \.category], [\.notes])
    try run(PackingItem.self, [\.name, \.category], [\.bag, \.person])
    try run(PackingTemplate.self, [\.name], [])
    try run(Route.self, [\.name], [\.notes])
    return hits
  }

  /// Returns the query for a text; `NZ2` also finds the flight whose airline and number are `NZ` and `2`.
  private static func query(_ text: String) -> FullTextQuery {
    let query = FullTextQuery(text, completesLastWord: true)
    var isSplit = false
    let words = text.split(separator: " ").map { word -> String in
      let flight = /([A-Za-z][A-Za-z0-9]|[0-9][A-Za-z])([0-9]{1,4})/
      guard let match = word.wholeMatch(of: flight) else { return String(word) }
      isSplit = true
      return "\(match.output.1) \(match.output.2)"
    }
    guard isSplit else { return query }
    return .any([query, FullTextQuery(words.joined(separator: " "), completesLastWord: true)])
  }

  private static func hit<Entity: TripEntity>(
    _ match: FullTextMatch<Entity>, _ texts: [any KeyPath<Entity, String> & Sendable],
    _ optional: [any KeyPath<Entity, String?> & Sendable]
  ) -> TripSearchHit {
    let snippets =
      texts.map { match.snippet(of: $0 as KeyPath<Entity, String>) }
      + optional.map { match.snippet(of: $0 as KeyPath<Entity, String?>) }
    let best = snippets.max { $0.highlights.count < $1.highlights.count }
    let text = best?.text ?? ""
    let highlights = (best?.highlights ?? []).map { range in
      text.utf8.distance(
        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: range.upperBound)
    }
    return TripSearchHit(
      id: match.model.id, type: Entity.entityName, name: match.model.listedName,
      trip: match.model.owningTrip?.id, tripTitle: match.model.owningTrip?.title,
      snippet: FullTextSnippetValue(text: text, highlights: highlights), score: match.score)
  }

  /// Returns the places nearest to a position, the nearest first.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - radius: The maximum distance in metres.
  ///   - limit: The maximum number of places.
  ///   - trip: The trip; nil for all trips.
  /// - Returns: The places.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func near(
    _ position: Coordinates, radius: Double = 5_000, limit: Int = 50, trip: UUID? = nil
  ) throws -> [NearbyPlace] {
    guard radius >= 0 else {
      throw TripLibraryError.invalidValue(property: "radius", value: "\(radius)")
    }
    let hasTrip = trip != nil
    let tripID = trip ?? Self.ownerID
    var descriptor = NearbyDescriptor<Place>(
      latitude: \.latitude, longitude: \.longitude,
      center: (position.latitude, position.longitude),
      predicate: #Predicate { place in
        !place.isDeleted && place.trip?.isDeleted != true
          && (!hasTrip || place.trip?.id == tripID)
      })
    descriptor.radius = radius
    descriptor.fetchLimit = limit
    return try modelContext.search(descriptor).map {
      NearbyPlace(
        place: $0.model.snapshot(), tripTitle: $0.model.trip?.title, distance: $0.distance)
    }
  }
}
