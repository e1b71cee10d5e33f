// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TravelFiles

extension UserProfileSnapshot {
  package var name: String { displayName }
}

extension TripSnapshot {
  package var name: String { title }

  package func validate() throws {
    try Self.check(days: ["startDay": startDay, "endDay": endDay])
    try Self.check(currencies: ["currency": currency])
    try Self.check(zones: ["zone": zone])
    if let start = startDay, let end = endDay, end < start {
      throw TripLibraryError.invalidValue(property: "endDay", value: "\(end), before \(start),")
    }
    try Self.check(amounts: ["budget": budget])
  }
}

extension SegmentSnapshot {
  package var name: String { displayTitle }

  package func validate() throws {
    try Self.check(times: ["departure": departure, "arrival": arrival, "boarding": boarding])
  }
}

extension DayPlanItemSnapshot {
  package var name: String { title }

  package func validate() throws {
    try Self.check(days: ["day": day])
    try Self.check(times: ["start": start, "end": end])
    guard position.isFinite else {
      throw TripLibraryError.invalidValue(property: "position", value: "\(position)")
    }
  }
}

extension PlaceSnapshot {
  package func validate() throws {
    try Self.check(zones: ["zone": zone])
    if latitude != nil || longitude != nil, coordinates == nil {
      throw TripLibraryError.invalidValue(
        property: "position",
        value: "\(latitude.fieldText ?? "-"), \(longitude.fieldText ?? "-")")
    }
  }
}

extension PackingItemSnapshot {
  package func validate() throws {
    guard (1...9999).contains(quantity) else {
      throw TripLibraryError.invalidValue(property: "quantity", value: "\(quantity)")
    }
    if let weight, !(0...10_000).contains(weight) {
      throw TripLibraryError.invalidValue(property: "weight", value: "\(weight) kg")
    }
  }
}

extension DocumentAssetSnapshot {
  package var name: String { title.isEmpty ? fileName : title }

  package func validate() throws { try Self.check(days: ["expiryDay": expiryDay]) }
}

extension ActivityLogSnapshot {
  package var name: String { [objectType, property].compactMap(\.self).joined(separator: ".") }
}

extension BookingSnapshot {
  package var name: String { traveller }

  package func validate() throws {
    try Self.check(currencies: ["currency": currency])
    try Self.check(amounts: ["price": price])
  }

  package var bookingStatus: BookingStatus {
    get { BookingStatus(rawValue: status) ?? .confirmed }
    set { status = newValue.rawValue }
  }
  package var barcodeValue: Barcode? {
    get { barcode.flatMap(Barcode.init(token:)) }
    set { barcode = newValue?.token }
  }
}

extension ExpenseSnapshot {
  package var name: String { title }

  package func validate() throws {
    try Self.check(days: ["day": day])
    try Self.check(currencies: ["currency": currency])
    try Self.check(amounts: ["amount": amount])
    if let shares, CostShare.decode(shares) == nil {
      throw TripLibraryError.invalidValue(property: "shares", value: shares)
    }
  }
}

extension ExchangeRateSnapshot {
  package var name: String { "\(currency)/\(base) \(day)" }

  package func validate() throws {
    try Self.check(days: ["day": day])
    try Self.check(currencies: ["currency": currency, "base": base])
    guard rate > 0, rate < 1_000_000_000_000 else {
      throw TripLibraryError.invalidValue(property: "rate", value: "\(rate)")
    }
  }
}

extension DismissedFindingSnapshot {
  package var name: String { key }
}

extension CollaboratorSnapshot {
  package var collaboratorRole: CollaboratorRole {
    get { CollaboratorRole(rawValue: role) ?? .viewer }
    set { role = newValue.rawValue }
  }
}

extension EntitySnapshot {
  /// Accepts all values.
  package func validate() throws {}

  static func check(days: KeyValuePairs<String, String?>) throws {
    for (property, day) in days {
      if let day, StoredTime.day(day) == nil {
        throw TripLibraryError.invalidValue(property: property, value: day)
      }
    }
  }

  static func check(times: KeyValuePairs<String, String?>) throws {
    for (property, time) in times {
      if let time, StoredTime.time(time) == nil {
        throw TripLibraryError.invalidValue(property: property, value: time)
      }
    }
  }

  static func check(currencies: KeyValuePairs<String, String?>) throws {
    for (property, currency) in currencies {
      if let currency, Currency.minorUnits(currency) == nil {
        throw TripLibraryError.invalidValue(property: property, value: currency)
      }
    }
  }

  static func check(zones: KeyValuePairs<String, String?>) throws {
    for (property, zone) in zones {
      if let zone, TravelZone(identifier: zone) == nil {
        throw TripLibraryError.invalidValue(property: property, value: zone)
      }
    }
  }

  static func check(amounts: KeyValuePairs<String, Decimal?>) throws {
    for (property, amount) in amounts {
      if let amount, !amount.isFinite || amount.magnitude > 1_000_000_000_000 {
        throw TripLibraryError.invalidValue(property: property, value: "\(amount)")
      }
    }
  }
}
