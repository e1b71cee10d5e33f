// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

/// A format of exported trips.
package enum TripExportFormat: String, Sendable, Hashable, CaseIterable {
  /// iCalendar.
  case calendar = "ics"
  case gpx
  case kml
  /// A table of costs.
  case costs = "csv"
  case json
  /// One file with all texts and a map.
  case html
}

/// An exported file.
package struct TripExport: Sendable, Hashable {
  package var data: Data
  /// The suggested name.
  package var fileName: String
  package var contentType: String
}

extension TripLibrary {
  /// Draws a barcode with a text alternative as an SVG element; nil for one that can't be drawn.
  package typealias BarcodeDrawing = @Sendable (_ barcode: Barcode, _ label: String) -> String?

  /// Exports a trip.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - trip: The trip.
  ///   - now: The time that the file names as its creation.
  ///   - drawing: The drawing of the barcodes in an HTML file; without one, the file has none.
  /// - Returns: The file.
  /// - Throws: ``TripLibraryError/nothingToExport(format:)`` if the format can't contain any part of it.
  package func export(
    _ format: TripExportFormat, of trip: UUID, now: Date = Date(), drawing: BarcodeDrawing? = nil
  ) throws -> TripExport {
    guard let detail = try self.trip(trip, now: now) else {
      throw TripLibraryError.notFound(kind: "trip", name: trip.uuidString)
    }
    let (data, type): (Data, String) =
      switch format {
      case .calendar: (try calendar(detail, stamp: now), "text/calendar; charset=utf-8")
      case .gpx: (try gpx(detail), "application/gpx+xml")
      case .kml: (try kml(detail), "application/vnd.google-earth.kml+xml")
      case .costs: (try costs(detail), "text/csv; charset=utf-8")
      case .json:
        (
          try TripArchive(trips: [archive(try self.trip(model: trip))]).encoded(),
          "application/json"
        )
      case .html:
        (
          Data(
            TripPage(
              detail, plan: try plan(trip), budget: try budget(trip), tracks: try tracks(trip),
              drawing: drawing
            ).html.utf8), "text/html; charset=utf-8"
        )
      }
    return TripExport(
      data: data, fileName: Self.fileName(detail.trip, format), contentType: type)
  }

  /// Returns the formats that can contain a part of a trip.
  package func exportFormats(of trip: UUID) throws -> Set<TripExportFormat> {
    guard let detail = try self.trip(trip) else {
      throw TripLibraryError.notFound(kind: "trip", name: trip.uuidString)
    }
    var formats: Set<TripExportFormat> = [.json, .html]
    if detail.segments.contains(where: { $0.departureTime != nil })
      || detail.items.contains(where: { $0.startTime != nil || $0.date != nil })
    {
      formats.insert(.calendar)
    }
    if try !places(detail).isEmpty || !tracks(trip).isEmpty { formats.formUnion([.gpx, .kml]) }
    if !detail.expenses.isEmpty { formats.insert(.costs) }
    return formats
  }

  private static func fileName(_ trip: TripSnapshot, _ format: TripExportFormat) -> String {
    let plain = trip.title.folding(options: .diacriticInsensitive, locale: nil).lowercased()
      .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    let name = [trip.startDay, plain.isEmpty ? "trip" : String(plain.prefix(60))]
      .compactMap(\.self).joined(separator: "-")
    return "\(name).\(format.rawValue)"
  }

  // MARK: Calendar

  private func calendar(_ detail: TripDetail, stamp: Date) throws -> Data {
    let places = Dictionary(detail.places.map { ($0.id, $0) }) { first, _ in first }
    var events = detail.segments.compactMap { Self.event($0, places, detail) }
    events += detail.items.compactMap { Self.event($0, places, detail) }
    guard !events.isEmpty else { throw TripLibraryError.nothingToExport(format: "calendar") }
    return CalendarWriter(stamp: stamp, name: detail.trip.title).data(events)
  }

  /// The number of the version: it grows with each change, on all devices.
  private static func sequence(_ created: Date, _ updated: Date) -> Int {
    let seconds = updated.timeIntervalSince(created)
    return seconds > 0 ? Int(min(seconds.rounded(.up), 2_000_000_000)) : 0
  }

  private static func event(
    _ segment: SegmentSnapshot, _ places: [UUID: PlaceSnapshot], _ detail: TripDetail
  ) -> CalendarEvent? {
    guard let start = segment.departureTime else { return nil }
    var event = CalendarEvent(
      uid: segment.id.uuidString.lowercased() + calendarDomain, summary: segment.displayTitle,
      start: start, end: segment.arrivalTime)
    event.sequence = sequence(segment.createdAt, segment.updatedAt)
    let origin = segment.originID.flatMap { places[$0] }
    event.location = origin?.name ?? segment.originName
    event.coordinates = origin?.coordinates
    event.status = status(segment.bookingStatus)
    event.isTransparent = segment.mode == .car || segment.bookingStatus == .cancelled
    event.url = segment.url
    event.lastModified = TravelTime(instant: segment.updatedAt, zone: .offset(0))
    let bookings = detail.bookings(ofSegment: segment.id).map { booking in
      [booking.traveller, booking.code, booking.coach, booking.seat]
        .compactMap { $0?.nonEmptyText }.joined(separator: ", ")
    }
    event.note =
      ([segment.notes, segment.bookingCode].compactMap(\.self) + bookings)
      .joined(separator: "\n").nonEmptyText
    return event
  }

  private static func event(
    _ item: DayPlanItemSnapshot, _ places: [UUID: PlaceSnapshot], _ detail: TripDetail
  ) -> CalendarEvent? {
    guard var start = item.startTime ?? item.date.map({ TravelTime($0) }) else { return nil }
    var end = item.endTime
    if item.planKind == .lodging {
      start = TravelTime(start.date)
      end = end.map { TravelTime($0.date) }
    }
    if let last = end, last.isDateOnly != start.isDateOnly { end = nil }
    var event = CalendarEvent(
      uid: item.id.uuidString.lowercased() + calendarDomain, summary: item.title, start: start,
      end: end ?? (start.isDateOnly ? start : nil))
    event.sequence = sequence(item.createdAt, item.updatedAt)
    let place = item.placeID.flatMap { places[$0] }
    event.location = place?.name
    event.coordinates = place?.coordinates
    event.status = status(item.bookingStatus)
    event.isTransparent = item.planKind == .lodging || item.bookingStatus == .cancelled
    event.url = item.url
    event.lastModified = TravelTime(instant: item.updatedAt, zone: .offset(0))
    event.note =
      [item.notes, item.bookingCode].compactMap(\.self).joined(separator: "\n")
      .nonEmptyText
    return event
  }

  private static func status(_ status: BookingStatus) -> CalendarEvent.Status {
    switch status {
    case .planned, .pending: .tentative
    case .confirmed: .confirmed
    case .cancelled: .cancelled
    }
  }

  // MARK: Places and tracks

  private func places(_ detail: TripDetail) -> [TravelFiles.Place] {
    detail.places.compactMap { snapshot in
      guard let coordinates = snapshot.coordinates else { return nil }
      let address = PostalAddress(
        street: snapshot.street, postalCode: snapshot.postalCode, locality: snapshot.locality,
        region: snapshot.region, country: snapshot.country)
      var place = TravelFiles.Place(
        name: snapshot.name, code: snapshot.code, address: address.isEmpty ? nil : address,
        coordinates: coordinates, note: snapshot.notes)
      place.telephone = snapshot.phone
      return place
    }
  }

  /// Returns the stored tracks of a trip.
  package func tracks(_ trip: UUID) throws -> [TravelTrack] {
    try models(Route.self, in: trip).compactMap { route in
      guard let path = route.path.flatMap({ RoutePath(decoding: $0) }) else { return nil }
      return TravelTrack(name: route.name, isPlanned: route.isPlanned, segments: path.segments)
    }
  }

  private func gpx(_ detail: TripDetail) throws -> Data {
    let (places, tracks) = (places(detail), try tracks(detail.id))
    guard !places.isEmpty || !tracks.isEmpty else {
      throw TripLibraryError.nothingToExport(format: "GPX")
    }
    return try PlaceWriter.gpx(places, tracks: tracks)
  }

  private func kml(_ detail: TripDetail) throws -> Data {
    let (places, tracks) = (places(detail), try tracks(detail.id))
    guard !places.isEmpty || !tracks.isEmpty else {
      throw TripLibraryError.nothingToExport(format: "KML")
    }
    return PlaceWriter.kml(places, tracks: tracks, name: detail.trip.title)
  }

  private func costs(_ detail: TripDetail) throws -> Data {
    guard !detail.expenses.isEmpty else { throw TripLibraryError.nothingToExport(format: "CSV") }
    let names = Dictionary(detail.people.map { ($0.id, $0.name) }) { first, _ in first }
    return CostTable.csv(
      detail.expenses.sorted { ($0.day ?? "", $0.title) < ($1.day ?? "", $1.title) }.map {
        CostLine(
          date: StoredTime.day($0.day), name: $0.title, category: $0.category,
          person: $0.payerID.flatMap { names[$0] }, amount: $0.amount, currency: $0.currency)
      })
  }
}
