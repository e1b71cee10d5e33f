// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// A problem that the checks of a trip found.
///
/// Findings never prevent a change.
package struct Finding: Sendable, Hashable, Identifiable {
  /// The kind of a problem.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Two segments or timed items take place at the same time.
    case overlap
    /// The next departure is before the arrival at the same station.
    case impossibleConnection
    /// The time for changing is short.
    case tightConnection
    /// A segment begins at another place than the one before it ended at.
    case placeGap
    /// Nights without a stay and without a segment.
    case nightWithoutBed
    /// A part is before the first or after the last day of the trip.
    case outsideTrip
    /// The arrival is before the departure, or the end before the start.
    case arrivalBeforeDeparture
    /// Two bookings of one traveller for the same journey or night.
    case doubleBooking
    /// A document expires before the end of the trip.
    case expiredDocument
    /// A time without a known zone.
    case unknownZone
    /// The wall clock never shows the time, since it is set forward.
    case skippedTime
    /// The costs exceed the budget.
    case overBudget
    /// A currency without a rate.
    case missingRate
  }

  /// The urgency of a problem.
  package enum Severity: Int, Sendable, Hashable, Codable, Comparable {
    case notice, warning, error

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  package var kind: Kind
  package var severity: Severity
  /// The problem and its remedy.
  package var message: String
  /// The objects, the earlier one first.
  package var objects: [UUID]
  /// The day on which the problem occurs.
  package var day: LocalDate?
  /// The day on which a problem of several days ends; nil for one of a single day.
  package var endDay: LocalDate?
  /// The amount of the problem in seconds, such as the time for changing.
  package var seconds: TimeInterval?
  package var isDismissed = false

  /// The identifier of the problem, stable while its objects and its kind are the same.
  package var key: String {
    var key = kind.rawValue
    if objects.isEmpty {
      key += ":" + [day, endDay].compactMap { $0?.description }.joined(separator: "/")
    }
    for object in objects { key += ":" + object.lowercaseText }
    return key
  }

  package var id: String { key }

  package init(
    _ kind: Kind, _ severity: Severity, _ message: String, objects: [UUID] = [],
    day: LocalDate? = nil, endDay: LocalDate? = nil, seconds: TimeInterval? = nil
  ) {
    self.kind = kind
    self.severity = severity
    self.message = message
    self.objects = objects
    self.day = day
    self.endDay = endDay
    self.seconds = seconds
  }
}
