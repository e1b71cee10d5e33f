// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension Equipment {
  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = [
    "totalDistance", "totalSessions", "totalHours", "lastUsed", "lastModified",
  ]

  /// Records a use without a ruck.
  ///
  /// - Parameters:
  ///   - distance: Miles; a negative number or a NaN counts as 0.
  ///   - duration: Seconds; a negative number or a NaN counts as 0.
  ///   - date: The time of the use.
  public func recordUsage(distance: Double, duration: TimeInterval, at date: Date = Date()) {
    uses.append(
      EquipmentUse(
        date: date, distance: Self.amount(distance), duration: Self.amount(duration)))
    refreshTotals()
  }

  /// Records the use on a completed ruck; a repeated call updates the row.
  ///
  /// A running ruck has no use. The use counts while the item is one of the ruck's
  /// ``RuckingSession/equipment``.
  ///
  /// - Parameter session: The ruck, of the item's context.
  public func recordUsage(of session: RuckingSession) {
    guard session.isCompleted else { return }
    let id = EquipmentUse.identifier(equipment: self.id, session: session.id)
    if let use = uses.first(where: { $0.id == id }) {
      use.refresh()
    } else {
      let use = EquipmentUse(
        date: session.startDate, distance: session.distance, duration: session.duration, id: id)
      uses.append(use)
      use.session = session
    }
    refreshTotals()
  }

  /// Removes the use on a ruck, if there is one.
  ///
  /// - Parameter session: The ruck, of the item's context.
  public func removeUsage(of session: RuckingSession) {
    let id = EquipmentUse.identifier(equipment: self.id, session: session.id)
    for use in uses where use.id == id {
      uses.removeAll { $0 === use }
      modelContext?.delete(use)
    }
    refreshTotals()
  }

  /// Calculates the totals as sums over ``uses``; equal totals are not assigned.
  ///
  /// ``countedUses`` are summed.
  ///
  /// The sums are in the order of the identifiers, so that every device has bitwise equal totals.
  ///
  /// - Returns: True if a total has changed.
  @discardableResult
  public func refreshTotals() -> Bool {
    let rows = countedUses.sorted { $0.id.uuidString < $1.id.uuidString }
    let totals = UsageTotals(rows.map { ($0.distance, $0.duration, $0.sessionCount, $0.date) })
    if totals == usageTotals { return false }
    if totalDistance != totals.distance { totalDistance = totals.distance }
    if totalHours != totals.duration { totalHours = totals.duration }
    if totalSessions != totals.sessions { totalSessions = totals.sessions }
    if lastUsed != totals.lastUsed { lastUsed = totals.lastUsed }
    return true
  }

  /// The uses that count: entries by the user, and uses on rucks for which the item is chosen.
  ///
  /// If one device removes the item from a ruck, and another one changes the ruck's figures, the
  /// merge restores the deleted row, because it was changed elsewhere. The choice decides then.
  /// Such a row is not deleted, because the choice may arrive after it.
  package var countedUses: [EquipmentUse] {
    let chosen = Set(sessions.map(\.id))
    return uses.filter { use in
      guard !use.isDeleted else { return false }
      return use.session.map { chosen.contains($0.id) } ?? !use.isOfDeletedRuck
    }
  }

  /// The stored totals.
  var usageTotals: UsageTotals {
    UsageTotals(
      distance: totalDistance, duration: totalHours, sessions: totalSessions, lastUsed: lastUsed)
  }

  private static func amount(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 0 }
}

/// The totals of an item's uses.
struct UsageTotals: Equatable {
  var distance = 0.0
  var duration = 0.0
  var sessions = 0
  var lastUsed: Date?

  init(distance: Double, duration: Double, sessions: Int, lastUsed: Date?) {
    self.distance = distance
    self.duration = duration
    self.sessions = sessions
    self.lastUsed = lastUsed
  }

  /// Sums uses in their order.
  init(_ uses: [(distance: Double, duration: Double, sessions: Int, date: Date)]) {
    for use in uses {
      distance += use.distance
      duration += use.duration
      sessions += use.sessions
      lastUsed = max(lastUsed ?? use.date, use.date)
    }
  }
}

extension EquipmentUse {
  /// Whether the use counts, as in ``Equipment/countedUses``.
  var isCounted: Bool {
    guard !isDeleted, let equipment else { return false }
    return session.map { $0.equipment.contains { $0.id == equipment.id } } ?? !isOfDeletedRuck
  }

  /// Copies the figures of the ruck, if there is one and they differ.
  ///
  /// - Returns: True if a figure has changed.
  @discardableResult
  func refresh() -> Bool {
    guard let session else { return false }
    var isChanged = false
    if date != session.startDate {
      date = session.startDate
      isChanged = true
    }
    if distance != session.distance {
      distance = session.distance
      isChanged = true
    }
    if duration != session.duration {
      duration = session.duration
      isChanged = true
    }
    return isChanged
  }
}

// MARK: Wear

extension Equipment {
  /// The hours of use.
  public var usageHours: Double { totalHours / 3600 }

  /// The use in the unit of ``replacementRecommendedAt``: miles or hours.
  public var usage: Double {
    equipmentType.usesDistanceForReplacement ? totalDistance : usageHours
  }

  /// The threshold in miles or hours; nil if there is none, or if it is not above 0.
  public var replacementThreshold: Double? {
    replacementRecommendedAt.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the remaining life as a fraction, 0...1; nil without a threshold.
  public func estimateRemainingLife() -> Double? {
    replacementThreshold.map { max(0, ($0 - usage) / $0) }
  }

  /// True if the use has reached the threshold.
  public var needsReplacement: Bool { replacementThreshold.map { usage >= $0 } ?? false }

  /// Returns whether the day of the next maintenance has come.
  ///
  /// - Parameter now: The current time.
  /// - Returns: False without such a day.
  public func needsMaintenance(at now: Date = Date()) -> Bool {
    nextMaintenanceDate.map { now >= $0 } ?? false
  }

  /// The mean distance of a ruck in miles; 0 before the first.
  public var averageDistancePerSession: Double {
    totalSessions > 0 ? totalDistance / Double(totalSessions) : 0
  }

  /// The price of a mile; nil without a price or a distance.
  public var costPerMile: Double? {
    guard let purchasePrice, totalDistance > 0 else { return nil }
    return purchasePrice / totalDistance
  }
}
