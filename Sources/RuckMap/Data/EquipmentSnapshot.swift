// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// An item of gear as a sendable value, in the units of ``Equipment``.
public struct EquipmentSnapshot: Sendable, Hashable, Identifiable {
  /// The persistent identifier, valid in any context of the store.
  public let persistentModelID: PersistentIdentifier
  /// The identifier, equal on every device.
  public let id: UUID
  /// The identifier of the owner.
  public let ownerID: UUID?
  /// The name shown on pages.
  public let name: String
  /// The manufacturer.
  public let brand: String?
  /// The manufacturer's name of the model.
  public let model: String?
  /// The kind of gear.
  public let equipmentType: EquipmentType
  /// Pounds.
  public let weight: Double
  /// False for gear that is no longer used.
  public let isActive: Bool
  /// Miles.
  public let totalDistance: Double
  /// The number of rucks.
  public let totalSessions: Int
  /// Seconds.
  public let totalHours: TimeInterval
  /// The start of the last ruck.
  public let lastUsed: Date?
  /// The remaining life as a fraction, 0...1; nil without a threshold.
  public let remainingLife: Double?
  /// True if the use has reached the threshold.
  public let needsReplacement: Bool
  /// The day of the next maintenance.
  public let nextMaintenanceDate: Date?
  /// The price of a mile; nil without a price or a distance.
  public let costPerMile: Double?

  /// Creates the value of an item.
  public init(_ item: Equipment) {
    persistentModelID = item.persistentModelID
    id = item.id
    ownerID = item.owner?.id
    name = item.name
    brand = item.brand
    model = item.model
    equipmentType = item.equipmentType
    weight = item.weight
    isActive = item.isActive
    totalDistance = item.totalDistance
    totalSessions = item.totalSessions
    totalHours = item.totalHours
    lastUsed = item.lastUsed
    remainingLife = item.estimateRemainingLife()
    needsReplacement = item.needsReplacement
    nextMaintenanceDate = item.nextMaintenanceDate
    costPerMile = item.costPerMile
  }
}
