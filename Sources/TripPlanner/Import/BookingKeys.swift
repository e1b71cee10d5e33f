// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// The keys by which a booking is recognized when a source contains it again.
///
/// Strong keys identify the object alone. Weak ones lack the day or the time, which an update may change; they
/// count only if nothing else has a strong key of the object.
struct BookingKeys {
  var strong: [String] = []
  var weak: [String] = []
  /// The key from which identifiers are made, equal on all devices.
  var identity: String

  private init(identity: String) { self.identity = identity }

  /// Creates the keys of the segment or item of a reservation.
  init(_ reservation: Reservation) {
    let code = Self.folded(reservation.number)
    switch reservation.subject {
    case .journey(let journey): self.init(journey, code: code)
    case .carRental(let rental):
      let pickup = Self.folded(rental.pickup.place?.name ?? rental.pickup.place?.code)
      let company = Self.folded(rental.company?.name)
      let time = rental.pickup.time?.local.description ?? ""
      self.init(
        identity: "\(reservation.kind.rawValue)|\(company ?? "")|\(pickup ?? "")|\(time)")
      if let code {
        strong.append("code:\(code)|\(reservation.kind.rawValue)|\(time)")
        weak.append("code:\(code)|\(reservation.kind.rawValue)|\(pickup ?? "")")
      }
      strong.append(identity)
    case .lodging(let place):
      let name = Self.folded(place.name) ?? ""
      let day = reservation.checkIn?.date.description ?? ""
      self.init(identity: "stay|\(name)|\(day)")
      if let code { weak.append("code:\(code)|stay|\(name)") }
      strong.append(identity)
    case .event(let event):
      self.init(event)
      if let code, let name = Self.folded(event.name) { weak.append("code:\(code)|event|\(name)") }
    case .food(let place):
      let name = Self.folded(place.name) ?? ""
      let day = reservation.start?.date.description ?? ""
      self.init(identity: "food|\(name)|\(day)")
      if let code { weak.append("code:\(code)|food|\(name)") }
      strong.append(identity)
    }
    if let uid = reservation.uid { strong.insert("uid:\(uid)", at: 0) }
  }

  /// Creates the keys of a journey.
  init(_ journey: Journey, code: String? = nil) {
    let mode = journey.mode.rawValue
    let from = Self.end(journey.departure)
    let to = Self.end(journey.arrival)
    let day = (journey.departureDay ?? journey.departure.time?.date)?.description ?? ""
    let number = Self.number(journey)
    if number.isEmpty {
      identity = "\(mode)|\(from)|\(to)|\(journey.departure.time?.local.description ?? day)"
    } else {
      identity = "\(mode)|\(number)|\(from)|\(day)"
    }
    if let code {
      if !number.isEmpty { strong.append("code:\(code)|\(mode)|\(number)|\(from)|\(day)") }
      if !from.isEmpty, !to.isEmpty { weak.append("code:\(code)|\(mode)|\(from)|\(to)") }
      if !number.isEmpty { weak.append("code:\(code)|\(mode)|\(number)") }
    }
    strong.append(identity)
  }

  /// Creates the keys of an event.
  init(_ event: Event) {
    let start = event.start.map { $0.isDateOnly ? $0.date.description : $0.local.description } ?? ""
    identity = "event|\(Self.folded(event.name) ?? "")|\(start)"
    if let uid = event.uid {
      strong.append("uid:\(uid)")
      identity = "uid:\(uid)"
    } else {
      strong.append(identity)
    }
  }

  /// Returns the key of one traveller's booking.
  static func booking(_ reservation: Reservation) -> String {
    let code =
      folded(reservation.number) ?? reservation.pass.map { "pass:\($0.serialNumber)" } ?? ""
    return "\(code)|\(traveller(reservation.traveller))"
  }

  /// Returns the words of a name without case, diacritics and order.
  static func traveller(_ traveller: Traveller?) -> String {
    let name =
      traveller?.name
      ?? [traveller?.givenName, traveller?.familyName].compactMap(\.self).joined(separator: " ")
    return words(name.shortenedName).sorted().joined(separator: " ")
  }

  static func words(_ text: String) -> [String] {
    text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns a text without case, diacritics and punctuation; nil for an empty one.
  static func folded(_ text: String?) -> String? {
    guard let text = text?.shortenedName else { return nil }
    let folded = words(text).joined(separator: " ")
    return folded.isEmpty ? nil : folded
  }

  private static func end(_ stop: Stop) -> String {
    stop.place?.code ?? folded(stop.place?.name) ?? ""
  }

  private static func number(_ journey: Journey) -> String {
    let number = (journey.number ?? "").filter { !$0.isWhitespace }.uppercased()
    let carrier = journey.mode == .flight ? journey.carrier?.code ?? "" : ""
    return number.isEmpty ? "" : carrier + number
  }
}
