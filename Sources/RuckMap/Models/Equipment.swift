// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// An item of gear: a pack, boots, clothing or an accessory.
///
/// ```swift
/// let boots = Equipment(name: "Trail boots", type: .boots, weight: 3, owner: user)
/// boots.replacementRecommendedAt = boots.equipmentType.typicalReplacementThreshold
/// context.insert(boots)
/// ```
///
/// Totals are sums over the rows of ``uses``, one for each ruck, and are never counted up: a ruck
/// that two devices complete counts once. ``refreshTotals()`` calculates them.
@Model
public final class Equipment {
  #Index<Equipment>(
    [\.owner, \.isActive, \.lastUsed], [\.owner, \.isActive, \.equipmentType, \.lastUsed],
    [\.nextMaintenanceDate])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The manufacturer.
  public var brand: String?
  /// The manufacturer's name of the model.
  public var model: String?
  /// The kind of gear.
  public var equipmentType: EquipmentType = EquipmentType.accessories
  /// Pounds.
  public var weight: Double = 0
  /// The date of the purchase.
  public var purchaseDate: Date?
  /// The price, in the user's currency.
  public var purchasePrice: Double?
  /// False for gear that is no longer used.
  public var isActive: Bool = true
  /// The time of the last change by the user.
  public var lastModified: Date = Date.distantPast

  /// Miles, derived from ``uses``.
  public var totalDistance: Double = 0
  /// The number of rucks, derived from ``uses``.
  public var totalSessions: Int = 0
  /// Seconds, derived from ``uses``; ``usageHours`` is in hours.
  public var totalHours: TimeInterval = 0
  /// The start of the last ruck, derived from ``uses``.
  public var lastUsed: Date?

  /// The user's notes about maintenance.
  public var maintenanceNotes: String?
  /// The day of the next maintenance.
  public var nextMaintenanceDate: Date?
  /// Miles or hours, by ``EquipmentType/usesDistanceForReplacement``; 0 or less means none.
  public var replacementRecommendedAt: Double?

  /// The owner of the item.
  @Relationship(deleteRule: .nullify)
  public var owner: User?

  /// The rucks for which the item is chosen.
  @Relationship(deleteRule: .nullify, inverse: \RuckingSession.equipment)
  public var sessions: [RuckingSession] = []

  /// The uses, one for each completed ruck; they are deleted with the item.
  @Relationship(deleteRule: .cascade, inverse: \EquipmentUse.equipment)
  public var uses: [EquipmentUse] = []

  /// Creates an item, bought today.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - type: The kind of gear.
  ///   - weight: Pounds.
  ///   - owner: The owner of the item.
  public init(name: String, type: EquipmentType, weight: Double, owner: User?) {
    let now = Date()
    self.id = UUID()
    self.name = name
    self.equipmentType = type
    self.weight = weight
    self.purchaseDate = now
    self.lastModified = now
    self.owner = owner
  }
}

/// The kind of an ``Equipment``; raw values are read in any case.
public enum EquipmentType: String, Codable, Sendable, CaseIterable {
  case backpack
  case boots
  case clothing
  case accessories

  /// Creates a kind from its raw value, ignoring case.
  public init?(rawValue: String) {
    guard let value = Self.value(named: rawValue) else { return nil }
    self = value
  }

  /// True if wear is measured in miles, false if in hours.
  public var usesDistanceForReplacement: Bool {
    switch self {
    case .backpack, .boots: true
    case .clothing, .accessories: false
    }
  }

  /// The suggested threshold in miles (2000, 500) or hours (200, 1000).
  public var typicalReplacementThreshold: Double {
    switch self {
    case .backpack: 2000
    case .boots: 500
    case .clothing: 200
    case .accessories: 1000
    }
  }
}
