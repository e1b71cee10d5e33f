// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures

/// A distance with a load that must be covered within a time.
///
/// ```swift
/// let standard = FitnessStandard.builtIn[0]
/// print(standard.name, standard.distance, standard.packWeight, standard.time, standard.source)
/// ```
public struct FitnessStandard: Sendable, Hashable, Codable, Identifiable {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The name.
  public var name: String
  /// Metres.
  public var distance: Double
  /// The minimum pack in kilograms, without water.
  public var packWeight: Double
  /// The maximum time in seconds.
  public var time: Double
  /// The origin of the numbers, such as a regulation.
  public var source: String

  /// Creates a standard.
  public init(
    id: UUID, name: String, distance: Double, packWeight: Double, time: Double, source: String
  ) {
    self.id = id
    self.name = name
    self.distance = distance
    self.packWeight = packWeight
    self.time = time
    self.source = source
  }

  /// The standards of a new store; users change, remove and add standards.
  public static let builtIn: [FitnessStandard] = [
    row(1, "US Army 12-mile foot march", miles: 12, pounds: 35, hours: 3, source: eib),
    row(2, "US Army Air Assault 6-mile foot march", miles: 6, pounds: 35, hours: 1.5, source: air),
    row(3, "German Armed Forces Badge, bronze", kilometres: 6, kilograms: 15, hours: 1),
    row(4, "German Armed Forces Badge, silver", kilometres: 9, kilograms: 15, hours: 1.5),
    row(5, "German Armed Forces Badge, gold", kilometres: 12, kilograms: 15, hours: 2),
    row(
      6, "Norwegian Foot March, men 21-34", kilometres: 30, kilograms: 11, hours: 4.5,
      source: norway),
    row(
      7, "Norwegian Foot March, women 21-34", kilometres: 30, kilograms: 11, hours: 5.25,
      source: norway),
    row(
      8, "Norwegian Foot March, men 35-42", kilometres: 30, kilograms: 11, hours: 4 + 35 / 60.0,
      source: norway),
    row(
      9, "Norwegian Foot March, women 35-42", kilometres: 30, kilograms: 11, hours: 5 + 25 / 60.0,
      source: norway),
  ]

  private static let eib =
    "Expert Infantryman Badge, USAIS Pamphlet 350-6: 12 miles in 3 hours with 35 lb"
  private static let air =
    "US Army Air Assault course, graduation requirements: 6 miles in 90 minutes with 35 lb"
  private static let germany =
    "Abzeichen für Leistungen im Truppendienst, foot march: 15 kg, 10 minutes a kilometre"
  private static let norway =
    "Norwegian Armed Forces, https://www.forsvaret.no/en/courses-and-education/norwegian-foot-march"

  private static func row(
    _ number: UInt64, _ name: String, miles: Double? = nil, kilometres: Double = 0,
    pounds: Double? = nil, kilograms: Double = 0, hours: Double, source: String = germany
  ) -> FitnessStandard {
    FitnessStandard(
      // The letters of "cairn.pt" and the number.
      id: UUID(derivedFrom: (0x6361_6972_6E2E_7074, number)), name: name,
      distance: miles.map(Length.metres(miles:)) ?? kilometres * 1000,
      packWeight: pounds.map(Mass.kilograms(pounds:)) ?? kilograms, time: hours * 3600,
      source: source)
  }
}

/// The best effort of a person for a standard.
public struct StandardResult: Sendable, Hashable, Codable {
  /// The standard.
  public var standard: FitnessStandard
  /// The fastest effort over the distance with at least the standard's pack; nil without one.
  public var best: EffortRecord?

  /// Creates a result.
  public init(standard: FitnessStandard, best: EffortRecord?) {
    self.standard = standard
    self.best = best
  }

  /// Whether the time is within the standard's.
  public var isPassed: Bool { best.map { $0.effort.time <= standard.time } ?? false }

  /// The seconds below the standard's time; negative if too slow, and nil without an effort.
  public var margin: Double? { best.map { standard.time - $0.effort.time } }
}
