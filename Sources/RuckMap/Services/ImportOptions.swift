// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the user says about files that are imported.
public struct ImportOptions: Sendable, Hashable {
  /// Kilograms carried; nil counts as 0, and the ruck's warnings say so.
  public var packWeight: Double?
  /// Kilograms, kept in the profile; nil takes that of the profile.
  public var bodyWeight: Double?
  /// The name of the rucks; nil takes the file's.
  public var name: String?

  /// Options by their parts.
  public init(packWeight: Double? = nil, bodyWeight: Double? = nil, name: String? = nil) {
    self.packWeight = packWeight
    self.bodyWeight = bodyWeight
    self.name = name
  }
}
