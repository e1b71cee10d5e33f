// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One end of a journey: place, time, and its gate, platform or terminal.
public struct Stop: Sendable, Hashable, Codable {
  /// The place.
  public var place: Place?
  /// The scheduled time.
  public var time: TravelTime?
  /// The gate of a flight.
  public var gate: String?
  /// The platform or track.
  public var platform: String?
  /// The terminal.
  public var terminal: String?

  /// Creates an end of a journey.
  public init(place: Place? = nil, time: TravelTime? = nil) {
    self.place = place
    self.time = time
  }
}

/// A journey without a stopover, by one vehicle.
public struct Journey: Sendable, Hashable, Codable {
  /// The means of transport.
  public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
    case flight, train, bus, boat
  }

  /// The means of transport.
  public var mode: Mode
  /// The airline or other operator.
  public var carrier: Organization?
  /// The number of the flight without the airline's code, or the number of the train or bus.
  public var number: String?
  /// The name of the train or bus.
  public var name: String?
  /// The departure.
  public var departure = Stop()
  /// The arrival.
  public var arrival = Stop()
  /// The local date of departure, which may be known where the time isn't.
  public var departureDay: LocalDate?
  /// The time at which boarding begins.
  public var boarding: TravelTime?

  /// Creates a journey.
  public init(_ mode: Mode) {
    self.mode = mode
  }
}

/// An event, such as a concert or a conference.
public struct Event: Sendable, Hashable, Codable {
  /// The name.
  public var name: String?
  /// The description; a long one of a file is decoded at each access.
  public var note: String? {
    get { deferredNote?.text }
    set { deferredNote = newValue.map { DeferredText($0) } }
  }
  var deferredNote: DeferredText?
  /// The start.
  public var start: TravelTime?
  /// The end.
  public var end: TravelTime?
  /// The time of admission.
  public var doorTime: TravelTime?
  /// The venue.
  public var location: Place?
  /// The web page.
  public var url: String?
  /// The web address of a picture.
  public var image: String?
  /// Further links.
  public var actions: [BookingAction] = []
  /// The identifier of the calendar event, with the start of the occurrence that it replaces after a `#`.
  public var uid: String?
  /// True if the calendar marks the event as cancelled.
  public var isCancelled = false

  private enum CodingKeys: String, CodingKey {
    case name
    case deferredNote = "note"
    case start, end, doorTime, location, url, image, actions, uid, isCancelled
  }

  /// Creates an event.
  public init(name: String? = nil, start: TravelTime? = nil, end: TravelTime? = nil) {
    self.name = name
    self.start = start
    self.end = end
  }
}

/// A rented car.
public struct CarRental: Sendable, Hashable, Codable {
  /// The place and time at which the car is handed over.
  public var pickup = Stop()
  /// The place and time at which the car is returned.
  public var dropoff = Stop()
  /// The description of the car or of its class.
  public var name: String?
  /// The model.
  public var model: String?
  /// The make.
  public var brand: String?
  /// The rental company.
  public var company: Organization?

  /// Creates a rental.
  public init() {}
}
