// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import TravelFiles
import TripPlanner

/// A value of the command's JSON output; all keys of an object are always present.
enum TripJSON: Encodable, Sendable {
  case null
  case text(String)
  case number(Double)
  case integer(Int)
  case flag(Bool)
  case list([TripJSON])
  case object([String: TripJSON])

  /// The text, or null.
  init(_ text: String?) { self = text.map(TripJSON.text) ?? .null }

  /// The number to three decimals, or null.
  init(_ number: Double?) { self = number?.toThousandths.map(TripJSON.number) ?? .null }

  /// The number to six decimals, which are 0.1 m of a degree, or null.
  init(degrees: Double?) {
    self = degrees.map { .number(($0 * 1_000_000).rounded() / 1_000_000) } ?? .null
  }

  init(_ number: Int?) { self = number.map(TripJSON.integer) ?? .null }
  init(_ date: Date?) { self = date.map { .text($0.jsonText) } ?? .null }
  init(_ id: UUID?) { self = id.map { .text($0.idText) } ?? .null }
  init(_ day: LocalDate?) { self = day.map { .text($0.description) } ?? .null }

  /// An amount as text, which is exact.
  init(amount: Decimal?) { self = amount.map { .text("\($0)") } ?? .null }

  init(_ items: [TripJSON]) { self = .list(items) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .integer(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let items): try container.encode(items)
    case .object(let values): try container.encode(values)
    }
  }

  /// The keys of a time: `NAME_at` in UTC, `NAME_local` as on the wall clock, `NAME_zone`.
  static func time(_ name: String, _ time: TravelTime?) -> [String: TripJSON] {
    let zone: String? =
      switch time?.zone {
      case .named(let identifier): identifier
      case .offset: time.flatMap { TravelTime.offsetText($0) }
      case .unknown, nil: nil
      }
    let isDay = time?.isDateOnly ?? true
    return [
      "\(name)_at": TripJSON(isDay ? nil : time?.instant),
      "\(name)_local": TripJSON(
        time.map { isDay ? $0.date.description : $0.local.description }),
      "\(name)_zone": TripJSON(zone),
    ]
  }
}

extension TripJSON {
  static func trip(_ trip: TripSnapshot, phase: TripPhase? = nil) -> TripJSON {
    .object([
      "id": TripJSON(trip.id), "name": .text(trip.title), "destination": .text(trip.destination),
      "start_day": TripJSON(trip.startDay), "end_day": TripJSON(trip.endDay),
      "zone": TripJSON(trip.zone), "currency": TripJSON(trip.currency),
      "budget": TripJSON(amount: trip.budget), "notes": TripJSON(trip.notes),
      "archived": .flag(trip.isArchived), "deleted": .flag(trip.isDeleted),
      "phase": TripJSON(phase?.rawValue), "created_at": TripJSON(trip.createdAt),
      "updated_at": TripJSON(trip.updatedAt),
    ])
  }

  static func summary(_ summary: TripSummary) -> TripJSON {
    guard case .object(var values) = trip(summary.trip, phase: summary.phase) else { return .null }
    values["segments"] = .integer(summary.segmentCount)
    values["items"] = .integer(summary.itemCount ?? 0)
    values["packing"] = .integer(summary.packingCount)
    values["packed"] = .integer(summary.packedCount)
    values["days_until_start"] = TripJSON(summary.daysUntilStart)
    return .object(values)
  }

  /// A trip with all of its parts.
  static func detail(_ view: TripView) -> TripJSON {
    let detail = view.detail
    guard case .object(var values) = trip(detail.trip, phase: detail.phase) else { return .null }
    values["segments"] = .list(detail.segments.map { segment($0, view) })
    values["items"] = .list(detail.items.map { item($0, view) })
    values["places"] = .list(detail.places.map { place($0) })
    values["routes"] = .list(detail.routes.map { route($0) })
    values["packing"] = .list(detail.packingItems.map { packing($0) })
    values["documents"] = .list(detail.documents.map { document($0) })
    values["people"] = .list(detail.people.map { person($0) })
    values["expenses"] = .list(detail.expenses.map { expense($0) })
    return .object(values)
  }

  static func segment(_ segment: SegmentSnapshot, _ view: TripView) -> TripJSON {
    var values: [String: TripJSON] = [
      "id": TripJSON(segment.id), "trip_id": TripJSON(segment.tripID),
      "transport": .text(segment.mode.rawValue), "title": .text(view.title(segment)),
      "carrier": TripJSON(segment.carrier ?? segment.carrierCode),
      "number": TripJSON(segment.number), "status": .text(segment.bookingStatus.rawValue),
      "code": TripJSON(segment.bookingCode), "notes": TripJSON(segment.notes),
      "duration_s": TripJSON(segment.duration), "distance_m": TripJSON(view.distance(segment)),
      "origin": end(view.place(segment.originID), segment.originName),
      "destination": end(view.place(segment.destinationID), segment.destinationName),
      "departure_terminal": TripJSON(segment.departureTerminal),
      "departure_gate": TripJSON(segment.departureGate),
      "departure_platform": TripJSON(segment.departurePlatform),
      "arrival_terminal": TripJSON(segment.arrivalTerminal),
      "arrival_gate": TripJSON(segment.arrivalGate),
      "arrival_platform": TripJSON(segment.arrivalPlatform),
      "bookings": .list(view.bookings(segment.id).map { booking($0) }),
    ]
    values.merge(time("departs", segment.departureTime)) { $1 }
    values.merge(time("arrives", segment.arrivalTime)) { $1 }
    values.merge(time("boards", segment.boardingTime)) { $1 }
    return .object(values)
  }

  private static func end(_ place: PlaceSnapshot?, _ name: String?) -> TripJSON {
    .object([
      "id": TripJSON(place?.id), "name": TripJSON(place?.name ?? name),
      "code": TripJSON(place?.code), "latitude": TripJSON(degrees: place?.latitude),
      "longitude": TripJSON(degrees: place?.longitude),
    ])
  }

  static func item(_ item: DayPlanItemSnapshot, _ view: TripView) -> TripJSON {
    var values: [String: TripJSON] = [
      "id": TripJSON(item.id), "trip_id": TripJSON(item.tripID), "title": .text(item.title),
      "kind": .text(item.planKind.rawValue), "day": TripJSON(item.day),
      "status": .text(item.bookingStatus.rawValue), "code": TripJSON(item.bookingCode),
      "url": TripJSON(item.url), "done": .flag(item.isDone), "notes": TripJSON(item.notes),
      "place": view.place(item.placeID).map { place($0) } ?? .null,
      "bookings": .list(view.bookings(item.id).map { booking($0) }),
    ]
    values.merge(time("starts", item.startTime)) { $1 }
    values.merge(time("ends", item.endTime)) { $1 }
    return .object(values)
  }

  static func booking(_ booking: BookingSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(booking.id), "traveller": .text(booking.traveller),
      "code": TripJSON(booking.code), "status": .text(booking.bookingStatus.rawValue),
      "seat": TripJSON(booking.seat), "class": TripJSON(booking.seatClass),
      "coach": TripJSON(booking.coach), "ticket": TripJSON(booking.ticketNumber),
      "barcode": TripJSON(booking.barcode), "amount": TripJSON(amount: booking.price),
      "currency": TripJSON(booking.currency),
    ])
  }

  static func place(_ place: PlaceSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(place.id), "trip_id": TripJSON(place.tripID), "name": .text(place.name),
      "category": .text(place.placeCategory.rawValue), "code": TripJSON(place.code),
      "latitude": TripJSON(degrees: place.latitude),
      "longitude": TripJSON(degrees: place.longitude), "zone": TripJSON(place.zone),
      "street": TripJSON(place.street), "postal_code": TripJSON(place.postalCode),
      "city": TripJSON(place.locality), "region": TripJSON(place.region),
      "country": TripJSON(place.country), "phone": TripJSON(place.phone),
      "email": TripJSON(place.email), "url": TripJSON(place.url), "notes": TripJSON(place.notes),
    ])
  }

  static func route(_ route: RouteSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(route.id), "trip_id": TripJSON(route.tripID), "name": .text(route.name),
      "transport": .text(route.transport), "distance_m": TripJSON(route.distance),
      "duration_s": TripJSON(route.duration), "planned": .flag(route.isPlanned),
      "origin_id": TripJSON(route.originID), "destination_id": TripJSON(route.destinationID),
      "notes": TripJSON(route.notes),
    ])
  }

  static func packing(_ item: PackingItemSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(item.id), "trip_id": TripJSON(item.tripID), "name": .text(item.name),
      "category": .text(item.category), "quantity": .integer(item.quantity),
      "packed": .flag(item.isPacked), "weight_kg": TripJSON(item.weight),
      "bag": TripJSON(item.bag), "person": TripJSON(item.person),
    ])
  }

  static func document(_ document: DocumentAssetSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(document.id), "trip_id": TripJSON(document.tripID),
      "title": .text(document.name), "file": .text(document.fileName),
      "type": .text(document.contentType), "size_bytes": .integer(document.byteCount),
      "sha256": .text(document.sha256), "expires_day": TripJSON(document.expiryDay),
      "segment_id": TripJSON(document.segmentID), "item_id": TripJSON(document.itemID),
      "notes": TripJSON(document.notes),
    ])
  }

  static func person(_ person: CollaboratorSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(person.id), "trip_id": TripJSON(person.tripID), "name": .text(person.name),
      "email": TripJSON(person.email), "phone": TripJSON(person.phone),
      "role": .text(person.collaboratorRole.rawValue), "traveller": .flag(person.isTraveller),
    ])
  }

  static func expense(_ expense: ExpenseSnapshot) -> TripJSON {
    .object([
      "id": TripJSON(expense.id), "trip_id": TripJSON(expense.tripID),
      "title": .text(expense.title), "category": .text(expense.category),
      "amount": TripJSON(amount: expense.amount), "currency": .text(expense.currency),
      "day": TripJSON(expense.day), "paid": .flag(expense.isPaid),
      "payer_id": TripJSON(expense.payerID), "notes": TripJSON(expense.notes),
      "segment_id": TripJSON(expense.segmentID), "item_id": TripJSON(expense.itemID),
      "shares": expense.shares.flatMap(CostShare.decode).map {
        .list($0.map { share($0, of: expense) })
      } ?? .null,
    ])
  }

  /// A person's share: a weight, or a fixed amount.
  private static func share(_ share: CostShare, of expense: ExpenseSnapshot) -> TripJSON {
    .object([
      "person_id": TripJSON(share.person), "weight": TripJSON(amount: share.weight),
      "amount": TripJSON(amount: share.amount),
      "currency": TripJSON(share.amount == nil ? nil : expense.currency),
    ])
  }
}
