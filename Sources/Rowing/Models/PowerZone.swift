// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A zone of power, as fractions of a base power.
public struct PowerZone: Codable, Sendable, Hashable {
  /// The zone's name, such as `UT2`.
  public var name: String
  /// The lower bound as a fraction of the base, which belongs to the zone.
  public var from: Double
  /// The upper bound as a fraction of the base, which doesn't; nil for the highest zone.
  public var to: Double?

  /// Creates a zone.
  public init(name: String, from: Double, to: Double?) {
    self.name = name
    self.from = from
    self.to = to
  }

  /// The default table, as fractions of the critical power: a convention of this app.
  public static let standard = [
    PowerZone(name: "UT2", from: 0, to: 0.75),
    PowerZone(name: "UT1", from: 0.75, to: 0.88),
    PowerZone(name: "AT", from: 0.88, to: 0.95),
    PowerZone(name: "TR", from: 0.95, to: 1.05),
    PowerZone(name: "AN", from: 1.05, to: 1.20),
    PowerZone(name: "MAX", from: 1.20, to: nil),
  ]
}
