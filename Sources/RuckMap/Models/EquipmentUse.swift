// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The use of an item of gear: on one ruck, or entered by the user.
///
/// The identifier of a use on a ruck follows from ruck and item. Two devices that record the use of
/// one ruck have one row, and two rucks have two.
@Model
public final class EquipmentUse {
  #Index<EquipmentUse>([\.equipment, \.date], [\.session])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The start of the ruck, or the time of the entry.
  public var date: Date
  /// Miles.
  public var distance: Double = 0
  /// Seconds.
  public var duration: TimeInterval = 0
  /// The number of rucks: 1, or more for a balance that was taken over.
  public var sessionCount: Int = 1

  /// The item.
  @Relationship(deleteRule: .nullify)
  public var equipment: Equipment?

  /// The ruck, with which the use is deleted; nil for an entry by the user.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates a use without a ruck, which the caller adds to an item's ``Equipment/uses``.
  ///
  /// - Parameters:
  ///   - date: The time of the use.
  ///   - distance: Miles.
  ///   - duration: Seconds.
  ///   - sessionCount: The number of rucks.
  ///   - id: The identifier; nil for a random one.
  public init(
    date: Date, distance: Double, duration: TimeInterval, sessionCount: Int = 1, id: UUID? = nil
  ) {
    self.id = id ?? UUID()
    self.date = date
    self.distance = distance
    self.duration = duration
    self.sessionCount = sessionCount
  }

  /// The identifier of the use of an item on a ruck.
  public static func identifier(equipment: UUID, session: UUID) -> UUID {
    UUID(derivedFrom: "EquipmentUse", session, equipment)
  }

  /// The identifier of the balance of an item that was taken over from version 4 of the schema.
  static func balanceIdentifier(equipment: UUID) -> UUID {
    UUID(derivedFrom: "EquipmentUse balance", equipment)
  }

  /// Whether the use was on a ruck that does not exist any more.
  ///
  /// A device of the first release deletes a ruck without its uses, which it does not know. Such a use
  /// does not count. It is not deleted, because another device's change can restore the ruck.
  var isOfDeletedRuck: Bool {
    session == nil && id.isDerived
      && equipment.map { id != Self.balanceIdentifier(equipment: $0.id) } ?? true
  }
}
