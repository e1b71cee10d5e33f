// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CalendarEvent {
  /// Creates the event of an item; nil for places, organizations, and items without a start.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - uid: The identifier, which stays through all versions of the item.
  ///   - sequence: The number of the version.
  public init?(_ item: TravelItem, uid: String, sequence: Int = 0) {
    self.init(uid: uid)
    self.sequence = sequence
    switch item {
    case .reservation(let reservation): fill(reservation)
    case .event(let event): fill(event)
    case .journey(let journey): fill(journey)
    case .place, .organization: return nil
    }
    guard let start else { return nil }
    // An event of whole days from midnight to the last minute is one without times.
    if let end, !start.isDateOnly, start.local.secondOfDay == 0, end.local.secondOfDay >= 86_340,
      start.zone == end.zone
    {
      self.start = TravelTime(start.date)
      self.end = TravelTime(end.date)
    }
  }

  private mutating func fill(_ reservation: Reservation) {
    switch reservation.subject {
    case .journey(let journey): fill(journey)
    case .event(let event): fill(event)
    case .lodging(let place):
      // A stay takes whole days, from the arrival to the day of departure.
      start = reservation.checkIn.map { TravelTime($0.date) }
      end = reservation.checkOut.map { TravelTime($0.date) }
      summary = place.name
      fill(place, asAddress: true)
      isTransparent = true
    case .food(let place):
      start = reservation.start
      end = reservation.end
      summary = place.name
      fill(place)
    case .carRental(let rental):
      start = rental.pickup.time
      end = rental.dropoff.time
      summary = rental.name ?? rental.company?.name
      if let place = rental.pickup.place { fill(place) }
      isTransparent = true
    }
    lastModified = reservation.modified
    url = reservation.url ?? url
    status = reservation.status == .cancelled ? .cancelled : .confirmed
    if reservation.status == .pending || reservation.status == .hold { status = .tentative }
    if reservation.status == .cancelled { isTransparent = true }
    let details = [
      note, reservation.number, reservation.seat?.number,
      reservation.traveller?.name,
    ]
    note = details.compactMap(\.self).joined(separator: "\n").nonEmpty
  }

  private mutating func fill(_ journey: Journey) {
    start = journey.departure.time ?? journey.departureDay.map { TravelTime($0) }
    end = journey.arrival.time ?? (start?.isDateOnly == true ? start : nil)
    let number = [journey.carrier?.code, journey.number ?? journey.name].compactMap(\.self)
      .joined(separator: " ")
    let ends = [journey.departure.place, journey.arrival.place].map { $0?.code ?? $0?.name ?? "?" }
    summary = (number.isEmpty ? "" : number + ": ") + ends.joined(separator: " – ")
    if let place = journey.departure.place { fill(place) }
  }

  private mutating func fill(_ event: Event) {
    start = event.start
    end = event.end
    summary = event.name
    note = event.note
    url = event.url
    if let place = event.location { fill(place) }
  }

  private mutating func fill(_ place: Place, asAddress: Bool = false) {
    let address = place.address?.line.nonEmpty
    location = asAddress ? address ?? place.name : place.name ?? address ?? place.code
    coordinates = place.coordinates
  }
}
