// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import TravelFiles
import TripPlanner

/// A trip with the formats of its page.
struct TripView: Sendable {
  let detail: TripDetail
  let format: TripFormat
  let segmentIDs: Set<UUID>
  let itemIDs: Set<UUID>
  let documentIDs: Set<UUID>
  private let placesByID: [UUID: PlaceSnapshot]
  private let bookingsByOwner: [UUID: [BookingSnapshot]]

  init(_ detail: TripDetail, format: TripFormat) {
    (self.detail, self.format) = (detail, format)
    segmentIDs = Set(detail.segments.map(\.id))
    itemIDs = Set(detail.items.map(\.id))
    documentIDs = Set(detail.documents.map(\.id))
    placesByID = Dictionary(detail.places.map { ($0.id, $0) }) { first, _ in first }
    bookingsByOwner = Dictionary(grouping: detail.bookings) { $0.segmentID ?? $0.itemID ?? $0.id }
  }

  var tripID: UUID { detail.trip.id }

  func place(_ id: UUID?) -> PlaceSnapshot? { id.flatMap { placesByID[$0] } }

  func bookings(_ owner: UUID) -> [BookingSnapshot] { bookingsByOwner[owner] ?? [] }

  /// The name of an end of a journey: place and code, or the name alone.
  func endName(_ place: PlaceSnapshot?, _ name: String?) -> String? {
    guard let place else { return name }
    let city = place.locality ?? place.name
    if let code = place.code, !code.isEmpty { return city.isEmpty ? code : "\(city) (\(code))" }
    return place.name.isEmpty ? name : place.name
  }

  /// `Auckland → Los Angeles`, or the title.
  func title(_ segment: SegmentSnapshot) -> String {
    guard segment.title.isEmpty else { return segment.title }
    func short(_ id: UUID?, _ name: String?) -> String? {
      let place = place(id)
      return [place?.locality, place?.name, name, place?.code].compactMap(\.self)
        .first { !$0.isEmpty }
    }
    let ends = [
      short(segment.originID, segment.originName),
      short(segment.destinationID, segment.destinationName),
    ].compactMap(\.self).map(BidirectionalText.isolated)
    return ends.isEmpty ? segment.displayTitle : ends.joined(separator: " → ")
  }

  /// `NZ 6`.
  func line(_ segment: SegmentSnapshot) -> String? {
    let text = [segment.carrierCode ?? segment.carrier, segment.number].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// Metres between both ends; nil if a position is unknown.
  func distance(_ segment: SegmentSnapshot) -> Double? {
    guard let start = place(segment.originID)?.coordinates,
      let end = place(segment.destinationID)?.coordinates
    else { return nil }
    return Geodesic.distance(
      from: (start.latitude, start.longitude), to: (end.latitude, end.longitude))
  }

  /// The entry of a journey.
  func stop(_ segment: SegmentSnapshot) -> TripStop {
    let (start, end) = (segment.departureTime, segment.arrivalTime)
    var stop = TripStop(
      stopID: "segment-\(TripPaths.text(segment.id))", kind: TripWords.icon(segment.mode),
      icon: TripWords.icon(segment.mode), kindTitle: TripWords.title(segment.mode),
      clock: start.flatMap(format.clock), machineTime: start.map(Self.machine),
      zone: start.flatMap { $0.isDateOnly || $0.zone == .unknown ? nil : format.zone($0) },
      stopTitle: title(segment),
      stopPath: TripPaths.segment(tripID, segment.id))
    let facts = [
      line(segment).map(BidirectionalText.isolated), format.duration(segment.duration),
      segment.mode == .flight ? format.distance(distance(segment)) : nil,
    ].compactMap(\.self)
    stop.meta = facts.isEmpty ? nil : facts.joined(separator: " · ")
    stop.ends = ends(segment)
    stop.isCancelled = segment.bookingStatus == .cancelled
    stop.chips = chips(
      segment.bookingStatus, code: segment.bookingCode, bookings: bookings(segment.id),
      stand: stand(segment.departureTerminal, segment.departureGate, segment.departurePlatform))
    if let boarding = boarding(segment) {
      stop.chips.append(.init(chipText: "Boarding \(boarding)", chipStyle: "plain"))
    }
    let isZoneUnknown = [start, end].compactMap(\.self)
      .contains { !$0.isDateOnly && $0.zone == .unknown }
    if isZoneUnknown {
      stop.chips.append(.init(chipText: "zone unknown", chipStyle: "warn"))
    }
    return stop
  }

  /// `23:55 Auckland (AKL) → 15:20 Los Angeles (LAX), next day`.
  private func ends(_ segment: SegmentSnapshot) -> String? {
    func end(_ time: TravelTime?, _ place: UUID?, _ name: String?) -> String {
      let place = self.place(place)
      let code = place?.code ?? endName(place, name)
      return [time.flatMap(format.clock), code.map(BidirectionalText.isolated)]
        .compactMap(\.self).joined(separator: " ")
    }
    let first = end(segment.departureTime, segment.originID, segment.originName)
    var last = end(segment.arrivalTime, segment.destinationID, segment.destinationName)
    guard !first.isEmpty, !last.isEmpty else { return nil }
    // A mark below names an unknown zone once.
    if let time = segment.arrivalTime, !time.isDateOnly, time.zone != .unknown {
      last += " \(format.zone(time))"
    }
    if let change = format.dayChange(segment.departureTime, segment.arrivalTime) {
      last += ", \(change)"
    }
    return "\(first) → \(last)"
  }

  /// The local time of boarding, with its day if that is not the day of departure.
  func boarding(_ segment: SegmentSnapshot) -> String? {
    guard let time = segment.boardingTime else { return nil }
    guard let clock = format.clock(time) else { return format.day(time.date) }
    return time.date == segment.departureTime?.date
      ? clock : "\(clock), \(format.shortDay(time.date))"
  }

  /// `Terminal 2, gate 14`.
  func stand(_ terminal: String?, _ gate: String?, _ platform: String?) -> String? {
    let parts = [
      terminal.map { "Terminal \($0)" }, gate.map { "Gate \($0)" },
      platform.map { "Platform \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func chips(
    _ status: BookingStatus, code: String?, bookings: [BookingSnapshot], stand: String?
  ) -> [TripStop.Chip] {
    var chips: [TripStop.Chip] = []
    if let chip = TripWords.chip(status) { chips.append(chip) }
    let codes = [code] + bookings.map(\.code)
    if let code = codes.compactMap(\.self).first(where: { !$0.isEmpty }) {
      chips.append(.init(chipText: code.count > 24 ? code.prefix(23) + "…" : code, chipStyle: ""))
    }
    let seats = bookings.compactMap(\.seat).filter { !$0.isEmpty }
    if !seats.isEmpty {
      let text = seats.prefix(4).joined(separator: ", ")
      chips.append(
        .init(chipText: seats.count == 1 ? "Seat \(text)" : "Seats \(text)", chipStyle: "plain"))
    }
    if let stand { chips.append(.init(chipText: stand, chipStyle: "plain")) }
    if bookings.contains(where: { $0.barcode?.isEmpty == false }) {
      chips.append(.init(chipText: "Barcode", chipStyle: "plain"))
    }
    return chips
  }

  /// The entry of an item of the plan.
  func stop(_ item: DayPlanItemSnapshot) -> TripStop {
    let (start, end) = (item.startTime, item.endTime)
    let place = place(item.placeID)
    var stop = TripStop(
      stopID: "item-\(TripPaths.text(item.id))", kind: TripWords.icon(item.planKind),
      icon: TripWords.icon(item.planKind), kindTitle: TripWords.title(item.planKind),
      clock: start.flatMap(format.clock), machineTime: start.map(Self.machine),
      zone: start.flatMap { $0.isDateOnly ? nil : format.zone($0) },
      stopTitle: item.title.isEmpty ? TripWords.title(item.planKind) : item.title,
      stopPath: TripPaths.item(tripID, item.id))
    var facts: [String] = []
    if item.planKind == .lodging, let nights = nights(start, end) { facts.append(nights) }
    if item.planKind != .lodging, let start, let end, let clock = format.clock(end) {
      facts.append("until \(clock)" + (format.dayChange(start, end).map { ", \($0)" } ?? ""))
    }
    if let place {
      let where_ = place.name == item.title ? place.locality : endName(place, nil)
      if let text = where_, !text.isEmpty { facts.append(BidirectionalText.isolated(text)) }
    }
    stop.meta = facts.isEmpty ? nil : facts.joined(separator: " · ")
    stop.stopNotes = item.notes.flatMap { notes in
      let line = notes.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return line.isEmpty ? nil : line.count > 160 ? line.prefix(159) + "…" : line
    }
    stop.isCancelled = item.bookingStatus == .cancelled
    stop.chips = chips(
      item.bookingStatus, code: item.bookingCode, bookings: bookings(item.id), stand: nil)
    if item.isDone { stop.chips.append(.init(chipText: "done", chipStyle: "")) }
    return stop
  }

  private func nights(_ start: TravelTime?, _ end: TravelTime?) -> String? {
    guard let start, let end else { return nil }
    let count = end.date.daysSince1970 - start.date.daysSince1970
    return count > 0
      ? TripFormat.count(count, "night") + ", until \(format.shortDay(end.date))" : nil
  }

  /// A time for the attribute `datetime`, without the name of its zone.
  static func machine(_ time: TravelTime) -> String {
    let text = time.description
    return text.utf8.firstIndex(of: UInt8(ascii: "[")).map { String(text[..<$0]) } ?? text
  }
}
