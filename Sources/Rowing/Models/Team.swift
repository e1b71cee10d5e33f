// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A squad of athletes with their coaches.
@Model
public final class Team {
  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The displayed name.
  public var name: String = ""
  /// The time of creation.
  public var createdAt: Date
  /// The time of the last change, derived.
  public var modifiedAt: Date

  /// The members; they remain when the team is deleted.
  @Relationship(deleteRule: .nullify, inverse: \Athlete.team)
  public var members: [Athlete] = []

  /// The sessions that members rowed for the team; they remain when the team is deleted.
  @Relationship(deleteRule: .nullify, inverse: \RowingSession.team)
  public var sessions: [RowingSession] = []

  /// Creates a team without members.
  public init(name: String) {
    let now = Date()
    self.id = UUID()
    self.name = name
    self.createdAt = now
    self.modifiedAt = now
  }
}
