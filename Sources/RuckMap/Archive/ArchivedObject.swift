// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// All stored values of an object, as an archive has them.
///
/// Units are those of the model. Related objects are named by their identifiers, and dependents
/// without a meaning of their own, such as waypoints, are part of the value. Totals that follow from
/// other objects are left out.
protocol ArchivedObject: Codable, Sendable, Hashable {
  /// The model of the object.
  associatedtype Model: IdentifiedModel

  /// The key of the object in an archive; it never changes.
  static var key: String { get }
  /// The noun for reports, such as "privacy zone".
  static var noun: String { get }

  /// The identifier, equal on every device.
  var id: UUID { get }
  /// The name for reports; an empty string for none.
  var title: String { get }

  /// Copies a model.
  init(_ model: Model)
  /// Rejects values that no model can have.
  ///
  /// - Throws: ``RuckArchiveError``.
  func validate() throws(RuckArchiveError)
  /// Creates the model with its attributes.
  func makeModel() -> Model
  /// Inserts the dependents of an inserted model, and relates it to stored objects.
  ///
  /// - Throws: A `SwiftDataError`.
  func relate(_ model: Model, with restorer: StoreRestorer) throws
}

extension RuckArchive {
  /// The types of objects that precede the rucks in an archive, since rucks refer to them.
  static let typesBeforeRucks: [any ArchivedObject.Type] = [
    ArchivedUser.self, ArchivedStandard.self, ArchivedZone.self, ArchivedContact.self,
    ArchivedMeasurement.self, ArchivedGear.self, ArchivedRoute.self, ArchivedGroup.self,
    ArchivedChallenge.self, ArchivedEvent.self,
  ]
  /// The types of objects that follow the rucks, since they refer to them.
  static let typesAfterRucks: [any ArchivedObject.Type] = [
    ArchivedGoal.self, ArchivedPlan.self, ArchivedAward.self, ArchivedActivity.self,
    ArchivedRevision.self,
  ]
}

// MARK: Checks

/// The ranges of the values of archived objects.
enum ArchivedValues {
  /// Bytes of a text; the app's own limits are lower.
  private static let longestText = 1 << 20
  /// Seconds from 2001: times of recordings are before the year 10,000, and calendars can compute with
  /// all of them.
  private static let latestTime = 2.6e11
  private static let largestNumber = 1e15
  /// About 190 years, so that a time before or after a date is within the calendar.
  private static let mostMinutes = 100_000_000

  static func check(texts: String?...) throws(RuckArchiveError) {
    guard texts.allSatisfy({ ($0?.utf8.count ?? 0) <= longestText }) else { throw .malformed }
  }

  static func check(dates: Date?...) throws(RuckArchiveError) {
    guard dates.allSatisfy({ $0.map(isTime) ?? true }) else { throw .malformed }
  }

  static func check(numbers: Double?...) throws(RuckArchiveError) {
    guard numbers.allSatisfy({ $0.map(isNumber) ?? true }) else { throw .malformed }
  }

  static func check(minutes: Int?) throws(RuckArchiveError) {
    guard (-mostMinutes...mostMinutes).contains(minutes ?? 0) else { throw .malformed }
  }

  static func check(latitude: Double?, longitude: Double?) throws(RuckArchiveError) {
    guard abs(latitude ?? 0) <= 90, abs(longitude ?? 0) <= 180 else { throw .malformed }
  }

  /// Whether a date is within the range of calendars.
  static func isTime(_ date: Date) -> Bool {
    abs(date.timeIntervalSinceReferenceDate) <= latestTime
  }

  /// Whether a number is finite and of a possible size.
  static func isNumber(_ number: Double) -> Bool { abs(number) <= largestNumber }
}

extension [UUID] {
  /// The identifiers of models in an order that does not depend on the store.
  init<Model>(_ models: [Model], _ id: (Model) -> UUID) {
    self = models.map(id).sorted { $0.uuidString < $1.uuidString }
  }
}
