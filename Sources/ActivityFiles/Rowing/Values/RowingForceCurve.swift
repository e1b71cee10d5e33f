// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The handle force during one drive, from the catch to the finish.
public struct RowingForceCurve: Sendable, Hashable {
  /// The distance between two samples.
  public enum Spacing: Sendable, Hashable {
    /// A fixed time in seconds.
    case time(Double)
    /// A fixed distance of the handle in metres.
    case length(Double)
    /// Equal but unknown steps, as from a PM5.
    case equal
  }

  /// The forces in newtons.
  public var newtons: [Double]

  /// The step between two samples.
  public var spacing: Spacing

  /// Creates a curve.
  public init(newtons: [Double], spacing: Spacing = .equal) {
    self.newtons = newtons
    self.spacing = spacing
  }

  /// The largest force in newtons; nil for a curve without samples.
  public var peak: Double? { newtons.max() }

  /// Newtons in a pound-force.
  public static let newtonsPerPound = 4.448_221_615_260_5
}
