// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A booking: its number, traveller, seat, ticket and price, and the booked object.
///
/// A value that the source doesn't contain in a readable form is nil.
public struct Reservation: Sendable, Hashable, Codable {
  /// The kind of a reservation.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case flight, train, bus, boat, carRental, taxi, lodging, event, food
  }

  /// The state of a reservation.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    case confirmed, pending, hold, cancelled
  }

  /// The booked object.
  public enum Subject: Sendable, Hashable, Codable {
    case journey(Journey)
    case carRental(CarRental)
    /// A night or more; see ``Reservation/checkIn``.
    case lodging(Place)
    case event(Event)
    /// A table; see ``Reservation/start``.
    case food(Place)
  }

  /// The kind; it agrees with ``subject``.
  public var kind: Kind
  /// The state; confirmed if the source doesn't name one.
  public var status = Status.confirmed
  /// The booking code.
  public var number: String?
  /// The traveller or guest.
  public var traveller: Traveller?
  /// The booked object.
  public var subject: Subject
  /// The seat.
  public var seat: Seat?
  /// The ticket.
  public var ticket: Ticket?
  /// The boarding group.
  public var boardingGroup: String?
  /// The sequence number of the passenger at check-in.
  public var sequenceNumber: String?
  /// The frequent traveller membership.
  public var membership: Membership?
  /// The total price.
  public var price: Price?
  /// The arrival at a hotel.
  public var checkIn: TravelTime?
  /// The departure from a hotel.
  public var checkOut: TravelTime?
  /// The start of a meal or of a taxi ride.
  public var start: TravelTime?
  /// The end of a meal.
  public var end: TravelTime?
  /// The number of people at a table.
  public var partySize: Int?
  /// The web page of the booking.
  public var url: String?
  /// Further links, sorted by kind and address, without duplicates.
  public var actions: [BookingAction] = []
  /// The time of the last change by the issuer.
  public var modified: TravelTime?
  /// The pass in which the reservation was found.
  public var pass: PassIdentity?
  /// The identifiers of documents about the reservation.
  public var documents: [String] = []
  /// The identifier of the calendar event in which the reservation was found.
  public var uid: String?

  /// Creates a confirmed reservation.
  public init(_ kind: Kind, subject: Subject) {
    self.kind = kind
    self.subject = subject
  }

  /// The journey of a flight, train, bus or boat.
  public var journey: Journey? {
    if case .journey(let journey) = subject { journey } else { nil }
  }

  /// The event.
  public var event: Event? {
    if case .event(let event) = subject { event } else { nil }
  }

  /// The hotel, restaurant, or venue of the event.
  public var venue: Place? {
    switch subject {
    case .lodging(let place), .food(let place): place
    case .event(let event): event.location
    case .journey, .carRental: nil
    }
  }

  /// The time at which the reserved service begins.
  public var startTime: TravelTime? {
    switch subject {
    case .journey(let journey): journey.departure.time
    case .carRental(let rental): rental.pickup.time
    case .lodging: checkIn
    case .event(let event): event.start
    case .food: start
    }
  }

  /// The time at which the reserved service ends.
  public var endTime: TravelTime? {
    switch subject {
    case .journey(let journey): journey.arrival.time
    case .carRental(let rental): rental.dropoff.time
    case .lodging: checkOut
    case .event(let event): event.end
    case .food: end
    }
  }
}

/// An object of a travel document.
public enum TravelItem: Sendable, Hashable, Codable {
  case reservation(Reservation)
  case journey(Journey)
  case event(Event)
  case place(Place)
  case organization(Organization)

  /// The reservation, if it is one.
  public var reservation: Reservation? {
    if case .reservation(let reservation) = self { reservation } else { nil }
  }
}
