// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StructuredObject {
  /// The maximum number of reservations of one object.
  private static let reservationLimit = 200

  /// The properties that the reservations of a package have in common.
  private static let sharedProperties = [
    "reservationNumber", "reservationId", "reservationStatus", "underName", "modifiedTime",
    "totalPrice", "price", "priceCurrency", "programMembershipUsed", "url",
  ]

  /// The reservations of a package, and of an object with several journeys or travellers, as one object each.
  ///
  /// Another object is its own only element.
  var singleReservations: [StructuredObject] {
    guard types.contains(where: { $0.hasSuffix("Reservation") || $0 == "ReservationPackage" })
    else { return [self] }
    let parts = (self["subReservation"]?.values ?? []).compactMap(\.object)
    var result: [StructuredObject] = []
    for part in parts {
      var part = part
      for key in Self.sharedProperties where part[key] == nil { part[key] = self[key] }
      result += part.separated
    }
    if parts.isEmpty || self["reservationFor"] != nil { result += separated }
    return Array(result.prefix(Self.reservationLimit))
  }

  /// The object for each of its journeys and each of its travellers.
  private var separated: [StructuredObject] {
    var result = [self]
    let subjects = (self["reservationFor"]?.values ?? []).filter { $0.object != nil }
    if subjects.count > 1 {
      result = subjects.prefix(Self.reservationLimit).map { subject in
        var copy = self
        copy["reservationFor"] = subject
        return copy
      }
    }
    let people = people
    guard people.count > 1 else { return result }
    return result.flatMap { object in
      people.map { person in
        var copy = object
        copy["underName"] = person.name
        if let ticket = person.ticket { copy["reservedTicket"] = .object(ticket) }
        return copy
      }
    }
  }

  /// The travellers with their tickets: those that all tickets name, or those of the reservation.
  private var people: [(name: StructuredValue, ticket: StructuredObject?)] {
    let tickets = (self["reservedTicket"]?.values ?? []).compactMap(\.object)
    let named = tickets.compactMap { ticket in
      ticket["underName"].map { (name: $0, ticket: Optional(ticket)) }
    }
    if named.count > 1, named.count == tickets.count {
      return Array(named.prefix(Self.reservationLimit))
    }
    let names = (self["underName"]?.values ?? []).prefix(Self.reservationLimit)
    return names.enumerated().map { index, name in
      (name: name, ticket: tickets.count == names.count ? tickets[index] : nil)
    }
  }
}
