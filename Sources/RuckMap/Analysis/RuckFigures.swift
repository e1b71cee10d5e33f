// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The figures of one ruck for a comparison with others.
///
/// ```swift
/// for ruck in try await library.comparison([id]) {
///   print(ruck.summary.distance, ruck.loadAdjustedDistance ?? 0, ruck.hillCorrectedPace ?? 0)
/// }
/// ```
public struct RuckFigures: Sendable, Hashable, Codable {
  /// The ruck.
  public var summary: RuckSummary
  /// The fastest efforts over ``BestEffort/recordDistances``.
  public var efforts: [BestEffort]
  /// Seconds per kilometre of motion on level ground; nil without times.
  public var hillCorrectedPace: Double?
  /// The cost of the hills relative to level ground.
  public var hillFactor: Double
  /// Metres; nil without energy.
  public var loadAdjustedDistance: Double?
  /// The five zones; empty without heart rates.
  public var zones: [HeartRateZone]
  /// The heart rates of the zones.
  public var heartRateRange: HeartRateRange
  /// The training load; nil without heart rates and perceived exertion.
  public var load: RuckLoad?
  /// Each equation's energy; empty without times.
  public var equations: [EquationResult]
  /// The advice about the pack; nil without a body weight.
  public var packAdvice: PackAdvice?
}
