// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StructuredObject {
  /// The maximum number of reservations of one object.
  private static let reservationLimit = 200

  /// The properties that the reservations of a package have in common.
  private static let sharedProperties = [
    "reservationNumber", "reservationId", "reservationStatus", "underName", "modifiedTime",
    "programMembershipUsed", "url",
  ]
  private static let priceProperties = ["totalPrice", "price", "priceCurrency"]

  /// The reservations of a package, and of an object with several journeys or travellers, as one object each.
  ///
  /// Another object is its own only element.
  var singleReservations: [StructuredObject] {
    guard types.contains(where: { $0.hasSuffix("Reservation") || $0 == "ReservationPackage" })
    else { return [self] }
    let parts = (self["subReservation"]?.values ?? []).compactMap(\.object)
      .prefix(Self.reservationLimit)
    var result: [StructuredObject] = []
    // A total that no part shares by its code belongs to the first one.
    let isTotalOfFirst = parts.allSatisfy { part in
      !part.hasPrice && part.code.map { $0 != code } == true
    }
    var isTotalUsed = false
    for part in parts where result.count < Self.reservationLimit {
      var part = part
      for key in Self.sharedProperties where part[key] == nil { part[key] = self[key] }
      let isOfPackage = part.code == code
      if part.hasPrice {
        part["priceCurrency"] = part["priceCurrency"] ?? self["priceCurrency"]
      } else if isOfPackage || isTotalOfFirst {
        if isOfPackage && code != nil || !isTotalUsed {
          for key in Self.priceProperties where part[key] == nil { part[key] = self[key] }
        }
        isTotalUsed = true
      }
      result += part.separated
    }
    if parts.isEmpty || self["reservationFor"] != nil { result += separated }
    return Array(result.prefix(Self.reservationLimit))
  }

  /// A traveller with a ticket.
  private struct Person {
    var name: StructuredValue
    var ticket: StructuredValue?
  }

  private var hasPrice: Bool { self["totalPrice"] != nil || self["price"] != nil }

  private var code: String? { text("reservationNumber", "reservationId") }

  /// The object for each of its journeys and each of its travellers.
  ///
  /// The total counts once: without a code, which shows that it is one total, only the first object has it.
  private var separated: [StructuredObject] {
    let subjects = (self["reservationFor"]?.values ?? []).filter { $0.object != nil }
    let people = people(ofSeveralJourneys: subjects.count > 1)
    guard subjects.count > 1 || people.count > 1 else { return [self] }
    var result: [StructuredObject] = []
    for subject in subjects.isEmpty ? [nil] : subjects.map(Optional.some) {
      for person in people.count > 1 ? people.map(Optional.some) : [nil] {
        guard result.count < Self.reservationLimit else { return result }
        var copy = self
        if let subject { copy["reservationFor"] = subject }
        if let person { (copy["underName"], copy["reservedTicket"]) = (person.name, person.ticket) }
        if code == nil, !result.isEmpty {
          for key in Self.priceProperties { copy[key] = nil }
        }
        result.append(copy)
      }
    }
    return result
  }

  /// The travellers with their tickets: those that all tickets name, or those of the reservation.
  ///
  /// A ticket that may be that of another traveller or journey is left out.
  private func people(ofSeveralJourneys hasSeveralJourneys: Bool) -> [Person] {
    let tickets = (self["reservedTicket"]?.values ?? []).filter { $0.object != nil }
    let owners = tickets.prefix(Self.reservationLimit).compactMap { $0.object?["underName"] }
    if owners.count > 1, owners.count == min(tickets.count, Self.reservationLimit) {
      var names: Set<StructuredValue> = []
      let distinct = owners.filter { names.insert($0).inserted }
      guard hasSeveralJourneys, distinct.count < owners.count else {
        return zip(owners, tickets).map { Person(name: $0, ticket: $1) }
      }
      return distinct.map { Person(name: $0) }
    }
    let names = (self["underName"]?.values ?? []).prefix(Self.reservationLimit)
    return names.enumerated().map { index, name in
      let ticket = tickets.count == 1 ? tickets.first : nil
      return Person(name: name, ticket: tickets.count == names.count ? tickets[index] : ticket)
    }
  }
}
