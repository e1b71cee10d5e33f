// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A standard of a physical test: a distance with a pack in a time; users may edit the table.
@Model
public final class PTStandard {
  #Index<PTStandard>([\.organization, \.name])

  /// The identifier, equal on every device; derived from the name for a standard of the app.
  @Attribute(.unique) public var id: UUID
  /// The organization that publishes the standard.
  public var organization: String = ""
  /// The name of the test.
  public var name: String = ""
  /// Miles.
  public var distance: Double = 0
  /// Pounds carried, at least; 0 for none.
  public var packWeight: Double = 0
  /// Seconds, at most; 0 for no limit.
  public var timeLimit: TimeInterval = 0
  /// The document from which the values are.
  public var source: String = ""
  /// True if the user has added or changed the standard.
  public var isCustom: Bool = false
  /// False for a standard that is not shown.
  public var isActive: Bool = true

  /// Creates a standard.
  ///
  /// - Parameters:
  ///   - organization: The organization that publishes the standard.
  ///   - name: The name of the test.
  ///   - distance: Miles.
  ///   - packWeight: Pounds carried, at least.
  ///   - timeLimit: Seconds, at most; 0 for no limit.
  ///   - source: The document from which the values are.
  public init(
    organization: String, name: String, distance: Double, packWeight: Double,
    timeLimit: TimeInterval, source: String
  ) {
    self.id = UUID(derivedFrom: "PTStandard " + organization + " / " + name)
    self.organization = organization
    self.name = name
    self.distance = distance
    self.packWeight = packWeight
    self.timeLimit = timeLimit
    self.source = source
  }

  /// Returns whether a completed ruck meets the standard.
  public func isMet(by session: RuckingSession) -> Bool {
    session.isCompleted && session.distance >= distance && session.packWeight >= packWeight
      && session.duration > 0 && (timeLimit <= 0 || session.duration <= timeLimit)
  }
}
