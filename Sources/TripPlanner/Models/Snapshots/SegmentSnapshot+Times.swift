// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

extension SegmentSnapshot {
  package var mode: Transport {
    get { Transport(rawValue: transport) ?? .other }
    set { transport = newValue.rawValue }
  }
  package var bookingStatus: BookingStatus {
    get { BookingStatus(rawValue: status) ?? .confirmed }
    set { status = newValue.rawValue }
  }
  package var departureTime: TravelTime? {
    get { TravelTime(stored: departure) }
    set { departure = newValue?.stored }
  }
  package var arrivalTime: TravelTime? {
    get { TravelTime(stored: arrival) }
    set { arrival = newValue?.stored }
  }
  package var boardingTime: TravelTime? {
    get { TravelTime(stored: boarding) }
    set { boarding = newValue?.stored }
  }
  /// Seconds from departure to arrival; nil if an end or its zone is unknown.
  package var duration: TimeInterval? {
    guard let departureTime, let arrivalTime, !departureTime.isDateOnly, !arrivalTime.isDateOnly
    else { return nil }
    return departureTime.seconds(until: arrivalTime)
  }
  /// The shortest time between departure and arrival of a rental that no import names, in seconds.
  private static let rentalDuration: TimeInterval = 16 * 3600

  /// True for a rented car: the driver picks it up at the departure, and returns it at the arrival.
  ///
  /// A car is rented if it was imported as such, if a company is named, or if no single drive takes as long.
  package var isRental: Bool {
    guard mode == .car else { return false }
    if carrier?.isEmpty == false { return true }
    if case .carRental = ReservationValues.decode(importedValues)?.subject { return true }
    guard let departureTime, let arrivalTime else { return false }
    let seconds = TimeInterval(
      arrivalTime.local.secondsSince1970 - departureTime.local.secondsSince1970)
    return (duration ?? seconds) >= Self.rentalDuration
  }
  /// The title, or the number with both ends.
  package var displayTitle: String {
    if !title.isEmpty { return title }
    let line = [carrierCode, number].compactMap(\.self).joined(separator: " ")
    let ends = [originName, destinationName].compactMap(\.self).joined(separator: " – ")
    let text = [line, ends].filter { !$0.isEmpty }.joined(separator: ": ")
    return text.isEmpty ? mode.rawValue : text
  }
}

extension DayPlanItemSnapshot {
  package var planKind: PlanKind {
    get { PlanKind(rawValue: kind) ?? .activity }
    set { kind = newValue.rawValue }
  }
  package var bookingStatus: BookingStatus {
    get { BookingStatus(rawValue: status) ?? .confirmed }
    set { status = newValue.rawValue }
  }
  package var date: LocalDate? {
    get { StoredTime.day(day) }
    set { day = newValue?.description }
  }
  package var startTime: TravelTime? {
    get { TravelTime(stored: start) }
    set { start = newValue?.stored }
  }
  package var endTime: TravelTime? {
    get { TravelTime(stored: end) }
    set { end = newValue?.stored }
  }
}

extension TripSnapshot {
  /// The first day.
  package var firstDate: LocalDate? {
    get { StoredTime.day(startDay) }
    set { startDay = newValue?.description }
  }
  /// The last day.
  package var lastDate: LocalDate? {
    get { StoredTime.day(endDay) }
    set { endDay = newValue?.description }
  }
}

extension PlaceSnapshot {
  package var placeCategory: PlaceCategory {
    get { PlaceCategory(rawValue: category) ?? .other }
    set { category = newValue.rawValue }
  }
  package var coordinates: Coordinates? {
    get {
      guard let latitude, let longitude else { return nil }
      return Coordinates(latitude: latitude, longitude: longitude)
    }
    set {
      latitude = newValue?.latitude
      longitude = newValue?.longitude
    }
  }
}
