// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Changes to a ruck; what is nil stays as it is.
public struct RuckEdit: Sendable, Hashable {
  /// The name; an empty one takes the name away.
  public var name: String?
  /// The notes; empty ones take the notes away.
  public var notes: String?
  /// Kilograms carried; the energy is computed anew.
  public var packWeight: Double?

  /// An edit by its parts.
  public init(name: String? = nil, notes: String? = nil, packWeight: Double? = nil) {
    self.name = name
    self.notes = notes
    self.packWeight = packWeight
  }
}
