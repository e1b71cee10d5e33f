// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Completes travel items with facts that follow from them: codes, countries, positions and zones of
/// airports, zones of countries, and the contents of boarding passes.
///
/// A fact that does not follow with certainty is left out.
struct ItemAugmenter {
  /// The time at which the document was issued or received, for dates without a year.
  var documentDate: LocalDate?

  /// Returns the completed item.
  func augmented(_ item: TravelItem) -> TravelItem {
    switch item {
    case .reservation(let reservation): .reservation(augmented(reservation))
    case .journey(let journey): .journey(augmented(journey))
    case .event(let event): .event(augmented(event))
    case .place(let place): .place(augmented(place))
    case .organization: item
    }
  }

  private func augmented(_ reservation: Reservation) -> Reservation {
    var reservation = reservation
    reservation.traveller = reservation.traveller.map(normalized)
    switch reservation.subject {
    case .journey(let journey):
      var journey = journey
      if journey.mode == .flight {
        BoardingPassExpander(documentDate: documentDate).expand(&reservation, &journey)
      }
      reservation.subject = .journey(augmented(journey))
    case .carRental(let rental):
      var rental = rental
      rental.pickup = augmented(rental.pickup)
      rental.dropoff = augmented(rental.dropoff)
      reservation.subject = .carRental(rental)
    case .lodging(let place):
      let place = augmented(place)
      reservation.subject = .lodging(place)
      reservation.checkIn = zoned(reservation.checkIn, at: place)
      reservation.checkOut = zoned(reservation.checkOut, at: place)
    case .food(let place):
      let place = augmented(place)
      reservation.subject = .food(place)
      reservation.start = zoned(reservation.start, at: place)
      reservation.end = zoned(reservation.end, at: place)
    case .event(let event): reservation.subject = .event(augmented(event))
    }
    return reservation
  }

  private func normalized(_ traveller: Traveller) -> Traveller {
    var traveller = traveller
    traveller.name = traveller.name.map { PersonName.withoutTitle($0) }
    return traveller
  }

  private func augmented(_ event: Event) -> Event {
    var event = event
    event.location = event.location.map(augmented)
    event.start = zoned(event.start, at: event.location)
    event.end = zoned(event.end, at: event.location)
    event.doorTime = zoned(event.doorTime, at: event.location)
    return event
  }

  private func augmented(_ stop: Stop) -> Stop {
    var stop = stop
    stop.place = stop.place.map(augmented)
    stop.time = zoned(stop.time, at: stop.place)
    return stop
  }

  private func augmented(_ journey: Journey) -> Journey {
    var journey = journey
    if journey.mode == .flight { splitTerminal(&journey.departure) }
    journey.departure = augmented(journey.departure)
    journey.arrival = augmented(journey.arrival)
    journey.boarding = zoned(journey.boarding, at: journey.departure.place)
    if journey.departureDay == nil {
      journey.departureDay = journey.departure.time?.date ?? journey.boarding?.date
    }
    if let boarding = journey.boarding, boarding.date.year == 1 {
      journey.boarding = boardingTime(boarding, of: journey)
    }
    if journey.mode == .flight { correctDay(&journey) }
    return journey
  }

  /// Gives a boarding time without a date the day of departure.
  private func boardingTime(_ time: TravelTime, of journey: Journey) -> TravelTime? {
    guard let day = journey.departureDay,
      let local = LocalDateTime(day, hour: time.local.hour, minute: time.local.minute)
    else { return nil }
    return TravelTime(local, zone: time.zone)
  }

  /// Moves an arrival to the next day, if the source gives both ends the day of departure.
  private func correctDay(_ journey: inout Journey) {
    guard let departure = journey.departure.time, let arrival = journey.arrival.time,
      let departed = departure.instant, let arrived = arrival.instant, arrived < departed,
      arrival.date == departure.date, let next = arrival.date.adding(days: 1)
    else { return }
    var later = arrival
    guard
      let local = LocalDateTime(
        next, hour: arrival.local.hour, minute: arrival.local.minute, second: arrival.local.second)
    else { return }
    later.local = local
    if let instant = later.instant, instant > departed, instant.timeIntervalSince(departed) < 86_400
    {
      journey.arrival.time = later
    }
  }

  private func splitTerminal(_ stop: inout Stop) {
    guard stop.terminal == nil, let name = stop.place?.name,
      let match = name.firstMatch(of: /(?i)^(.+?)[ ,-]+terminal ([A-Z0-9]{1,2})$/)
    else { return }
    stop.place?.name = String(match.1)
    stop.terminal = String(match.2)
  }

  // MARK: Places and zones

  private func augmented(_ place: Place) -> Place {
    var place = place
    if let country = place.address?.country, let code = CountryTable.code(country) {
      place.address?.country = code
    }
    if place.kind == .airport { augmentAirport(&place) }
    if place.code != nil, place.kind == .trainStation { augmentStation(&place) }
    if place.address?.country == nil, let position = place.coordinates,
      let country = PlaceZone.surrounding(position)?.country
    {
      place.address = place.address ?? PostalAddress()
      place.address?.country = country
    }
    return place
  }

  private func augmentAirport(_ place: inout Place) {
    if place.code == nil, let name = place.name {
      let matches = AirportTable.airports(named: name)
      if matches.count == 1 {
        place.code = matches[0].code
      } else if let country = matches.first?.country,
        matches.allSatisfy({ $0.country == country }), place.address?.country == nil
      {
        place.address = place.address ?? PostalAddress()
        place.address?.country = country
      }
    }
    guard let airport = place.code.flatMap({ AirportTable.airport($0) }) else { return }
    place.coordinates = place.coordinates ?? airport.coordinates
    if place.address?.country == nil {
      place.address = place.address ?? PostalAddress()
      place.address?.country = airport.country
    }
  }

  /// Gives a station with the code of an airport the airport's country; its position may differ.
  private func augmentStation(_ place: inout Place) {
    guard place.address?.country == nil,
      let airport = place.code.flatMap({ AirportTable.airport($0) })
    else { return }
    place.address = place.address ?? PostalAddress()
    place.address?.country = airport.country
  }

  /// The time in the zone of its place, if the zone is certain.
  private func zoned(_ time: TravelTime?, at place: Place?) -> TravelTime? {
    guard var time else { return nil }
    let zone = PlaceZone.zone(of: place)
    if let identifier = time.zone.identifier, let country = place?.address?.country {
      let countries = CountryTable.countries(ofZone: identifier)
      if countries.isEmpty || countries.contains(country) { return time }
      let zones = CountryTable.zones[country] ?? []
      let agrees = zones.contains { zone in
        var local = time
        local.zone = .named(zone)
        return local.offset == time.offset
      }
      // A hotel's time is the local one, and an office in another country writes its own zone to it.
      if !agrees, place?.kind == .lodging { time.zone = .unknown }
    } else if time.zone.identifier != nil {
      return time
    }
    return zone.map { time.converted(to: .named($0)) } ?? time
  }
}

/// The zones of places.
package enum PlaceZone {
  /// The zone of a place; nil if it is not certain.
  package static func zone(of place: Place?) -> String? {
    guard let place else { return nil }
    if place.kind == .airport || place.kind == .trainStation,
      let airport = place.code.flatMap({ AirportTable.airport($0) })
    {
      return airport.zone
    }
    return CountryTable.zone(of: place.address)
      ?? place.coordinates.flatMap { position in
        surrounding(position).flatMap {
          place.address?.country == nil || place.address?.country == $0.country ? $0.zone : nil
        }
      }
  }

  /// The country and the zone in which all of the nearest airports are.
  static func surrounding(_ position: Coordinates) -> (country: String, zone: String)? {
    let airports = AirportTable.nearest(position, count: 4, within: 150_000)
    guard let first = airports.first, airports.count >= 2,
      airports.allSatisfy({ $0.country == first.country && $0.zone == first.zone })
    else { return nil }
    return (first.country, first.zone)
  }
}
