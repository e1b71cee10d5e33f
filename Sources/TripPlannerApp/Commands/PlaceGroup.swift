// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip place`: the places of a trip.
struct PlaceGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Add, list, edit, move and remove places.",
    discussion: """
      EXAMPLE
        cairn trip place list Japan
      """,
    subcommands: [
      PartAdd<PlaceOptions>.self, PartList<PlaceOptions>.self, PartEdit<PlaceOptions>.self,
      PartMove<PlaceOptions>.self, PartRemove<PlaceOptions>.self,
    ])
}

/// The values of a place as options.
struct PlaceOptions: PartOptions {
  static let noun = "place"
  static let nouns = "places"
  static let group = "place"
  static let example =
    "--name \"Fushimi Inari\" --position \"34.967, 135.773\" --category attraction"
  static let moveAbstract = "Move a place that the plan does not use to another trip."
  static let moveExample = "--to \"Autumn in Japan\""

  @Option(help: "The name, or the code of an airport.")
  var name: String?

  @Option(help: "The kind: \(PlaceCategory.allCases.map(\.rawValue).joined(separator: ", ")).")
  var category: PlaceCategory?

  @Option(
    parsing: .unconditional, help: "Latitude and longitude in degrees, such as \"34.967, 135.773\"."
  )
  var position: String?

  @Option(help: "The time zone, such as Asia/Tokyo.")
  var zone: String?

  @Option(help: "Street and number.")
  var street: String?

  @Option(help: "The city.")
  var city: String?

  @Option(help: "The country's code or name.")
  var country: String?

  @Option(help: "The telephone number.")
  var phone: String?

  @Option(help: "The web address.")
  var url: String?

  @Option(help: "The notes.")
  var notes: String?

  var isEmpty: Bool {
    category == nil
      && [name, position, zone, street, city, country, phone, url, notes].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: PlaceSnapshot?
  ) throws -> PartChange<PlaceSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(name) == nil { throw ValidationError("Give --name.") }
    let coordinates = try argument("--position") { () throws(TripInputError) in
      try TripInput.coordinates(position)
    }
    let identifier = try argument("--zone") { () throws(TripInputError) in
      try TripInput.zoneName(zone)
    }
    let airport =
      isNew && name?.count == 3 ? name.flatMap { AirportTable.airport($0.uppercased()) } : nil
    return PartChange(apply: { [self] place in
      if isNew { place.isSaved = true }
      if let airport {
        place.name = airport.name
        place.code = airport.code
        place.placeCategory = .airport
        place.coordinates = airport.coordinates
        place.zone = airport.zone
        place.locality = airport.city
        place.country = airport.country
      } else if let name {
        place.name = name
      }
      if let category { place.placeCategory = category }
      if position != nil { place.coordinates = coordinates }
      if zone != nil { place.zone = identifier }
      if let street { place.street = TripInput.text(street) }
      if let city { place.locality = TripInput.text(city) }
      if let country { place.country = TripInput.text(country) }
      if let phone { place.phone = TripInput.text(phone) }
      if let url { place.url = TripInput.text(url) }
      if let notes { place.notes = TripInput.text(notes) }
    })
  }

  static func parts(_ view: TripView) -> [PlaceSnapshot] { view.detail.places }

  static func record(_ part: PlaceSnapshot, _ view: TripView) -> TripJSON { .place(part) }

  static func table(_ parts: [PlaceSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("KIND"), .left("NAME"), .left("CODE"), .left("POSITION"), .left("ZONE"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.placeCategory.rawValue, part.name.truncated(to: 40),
        part.code ?? "",
        part.coordinates.map { "\($0.latitude), \($0.longitude)" } ?? "", part.zone ?? "",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout PlaceSnapshot) { part.tripID = trip }

  static func move(
    _ part: PlaceSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    let trip = try target.requiredTrip(noun)
    let isUsed =
      view.detail.segments.contains { $0.originID == part.id || $0.destinationID == part.id }
      || view.detail.items.contains { $0.placeID == part.id }
      || view.detail.routes.contains { $0.originID == part.id || $0.destinationID == part.id }
    guard !isUsed else {
      throw CommandError(
        "the plan uses '\(part.name.printable)': add the place to the other trip instead")
    }
    try await library.edit(PlaceSnapshot.self, part.id) { $0.tripID = trip }
  }
}

extension MoveTarget {
  /// The other trip; an error without one.
  func requiredTrip(_ noun: String) throws -> UUID {
    guard let trip else { throw ValidationError("A \(noun) moves to another trip: give --to.") }
    return trip
  }
}

/// `cairn trip route`: the ways between places.
struct RouteGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Add, list, edit, move and remove routes.",
    discussion: """
      Tracks come from GPX, KML and GeoJSON files: cairn trip import track.gpx --trip Japan.

      EXAMPLE
        cairn trip route list Japan
      """,
    subcommands: [
      PartAdd<RouteOptions>.self, PartList<RouteOptions>.self, PartEdit<RouteOptions>.self,
      PartMove<RouteOptions>.self, PartRemove<RouteOptions>.self,
    ])
}

/// The values of a route as options.
struct RouteOptions: PartOptions {
  static let noun = "route"
  static let nouns = "routes"
  static let group = "route"
  static let example =
    "--name \"Philosopher's Path\" --transport walk --from Ginkaku-ji --to Nanzen-ji"
  static let moveAbstract = "Move a route to another trip."
  static let moveExample = "--to \"Autumn in Japan\""

  @Option(help: "The name.")
  var name: String?

  @Option(
    help: "The means of transport: \(Transport.allCases.map(\.rawValue).joined(separator: ", ")).")
  var transport: Transport?

  @Option(help: "The place at which it begins: one of the trip.")
  var from: String?

  @Option(help: "The place at which it ends: one of the trip.")
  var to: String?

  @Option(help: "The length in kilometres.")
  var distance: Double?

  @Option(help: "The notes.")
  var notes: String?

  var isEmpty: Bool {
    transport == nil && distance == nil && [name, from, to, notes].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: RouteSnapshot?
  ) throws -> PartChange<RouteSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(name) == nil { throw ValidationError("Give --name.") }
    if let distance, !(0...100_000).contains(distance) {
      throw ValidationError("--distance: give kilometres from 0 to 100000.")
    }
    func place(_ option: String, _ text: String?) throws -> UUID? {
      guard let text = TripInput.text(text) else { return nil }
      guard
        let id = PlaceResolver.resolve(
          text, among: view.detail.places, in: view.tripID, usesAirports: false)?.id
      else {
        throw ValidationError(
          "\(option): the trip has no place \(text.printable). Add it with cairn trip place add.")
      }
      return id
    }
    let (origin, destination) = (try place("--from", from), try place("--to", to))
    return PartChange(apply: { [self] route in
      if let name { route.name = name }
      if let transport { route.transport = transport.rawValue }
      if from != nil { route.originID = origin }
      if to != nil { route.destinationID = destination }
      if let distance { route.distance = distance * 1000 }
      if let notes { route.notes = TripInput.text(notes) }
    })
  }

  static func parts(_ view: TripView) -> [RouteSnapshot] { view.detail.routes }

  static func record(_ part: RouteSnapshot, _ view: TripView) -> TripJSON { .route(part) }

  static func table(_ parts: [RouteSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("TRANSPORT"), .left("NAME"), .left("FROM"), .left("TO"),
      .right("DISTANCE"), .right("TIME"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.transport, part.name.truncated(to: 36),
        view.place(part.originID)?.name ?? "", view.place(part.destinationID)?.name ?? "",
        view.format.distance(part.distance) ?? "-", view.format.duration(part.duration) ?? "-",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout RouteSnapshot) { part.tripID = trip }

  static func move(
    _ part: RouteSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    let trip = try target.requiredTrip(noun)
    try await library.edit(RouteSnapshot.self, part.id) { route in
      route.tripID = trip
      route.originID = nil
      route.destinationID = nil
    }
  }
}

/// `cairn trip people`: the people of a trip.
struct PeopleGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Add, list, edit, move and remove people; set your name.",
    discussion: """
      EXAMPLE
        cairn trip people list Japan
      """,
    subcommands: [
      PartAdd<PersonOptions>.self, PartList<PersonOptions>.self, PartEdit<PersonOptions>.self,
      PartMove<PersonOptions>.self, PartRemove<PersonOptions>.self, PeopleMe.self,
    ])
}

/// The values of a person as options.
struct PersonOptions: PartOptions {
  static let noun = "person"
  static let nouns = "people"
  static let group = "people"
  static let example = "--name \"Ann Lee\" --email ann@example.org --role editor"
  static let moveAbstract = "Move a person without costs to another trip."
  static let moveExample = "--to \"Autumn in Japan\""

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The e-mail address.")
  var email: String?

  @Option(help: "The telephone number.")
  var phone: String?

  @Option(help: "The role: \(CollaboratorRole.allCases.map(\.rawValue).joined(separator: ", ")).")
  var role: CollaboratorRole?

  @Option(help: "Whether the person travels and shares costs: yes or no.")
  var travels: YesNo?

  var isEmpty: Bool { name == nil && email == nil && phone == nil && role == nil && travels == nil }

  func change(
    _ view: TripView, editing part: CollaboratorSnapshot?
  ) throws -> PartChange<CollaboratorSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(name) == nil { throw ValidationError("Give --name.") }
    return PartChange(apply: { [self] person in
      if let name { person.name = name }
      if let email { person.email = TripInput.text(email) }
      if let phone { person.phone = TripInput.text(phone) }
      if let role { person.collaboratorRole = role }
      if let travels { person.isTraveller = travels == .yes }
    })
  }

  static func parts(_ view: TripView) -> [CollaboratorSnapshot] { view.detail.people }

  static func record(_ part: CollaboratorSnapshot, _ view: TripView) -> TripJSON { .person(part) }

  static func table(_ parts: [CollaboratorSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("NAME"), .left("ROLE"), .left("TRAVELS"), .left("E-MAIL"), .left("PHONE"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.name, part.collaboratorRole.rawValue,
        part.isTraveller ? "yes" : "no", part.email ?? "", part.phone ?? "",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout CollaboratorSnapshot) { part.tripID = trip }

  static func move(
    _ part: CollaboratorSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    let trip = try target.requiredTrip(noun)
    let isUsed = view.detail.expenses.contains { expense in
      expense.payerID == part.id
        || (expense.shares.flatMap(CostShare.decode) ?? []).contains { $0.person == part.id }
    }
    guard !isUsed else {
      throw CommandError(
        "\(part.name.printable) has costs in this trip: add the person to the other trip instead")
    }
    try await library.edit(CollaboratorSnapshot.self, part.id) { $0.tripID = trip }
  }
}
