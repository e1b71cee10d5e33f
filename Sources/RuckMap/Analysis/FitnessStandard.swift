// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures

/// A distance with a load that must be covered within a time, as a value in SI units.
///
/// ```swift
/// let standard = FitnessStandard.builtIn[0]
/// print(standard.name, standard.distance, standard.packWeight, standard.time, standard.source)
/// ```
///
/// A ``PTStandard`` is a standard that the user has added, changed or hidden.
public struct FitnessStandard: Sendable, Hashable, Codable, Identifiable {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The organization that publishes the standard.
  public var organization: String
  /// The name of the test.
  public var name: String
  /// Metres.
  public var distance: Double
  /// The minimum pack in kilograms, without water.
  public var packWeight: Double
  /// The maximum time in seconds; 0 for no limit.
  public var time: Double
  /// The origin of the numbers, such as a regulation.
  public var source: String
  /// Whether the user has added or changed the standard.
  public var isCustom: Bool

  /// Creates a standard.
  ///
  /// - Parameters:
  ///   - organization: The organization that publishes the standard.
  ///   - name: The name of the test; both together determine the identifier.
  ///   - distance: Metres.
  ///   - packWeight: Kilograms, at least.
  ///   - time: Seconds, at most; 0 for no limit.
  ///   - source: The origin of the numbers.
  ///   - isCustom: Whether the user has added or changed the standard.
  public init(
    organization: String, name: String, distance: Double, packWeight: Double, time: Double,
    source: String, isCustom: Bool = false
  ) {
    id = UUID(derivedFrom: "PTStandard " + organization + " / " + name)
    self.organization = organization
    self.name = name
    self.distance = distance
    self.packWeight = packWeight
    self.time = time
    self.source = source
    self.isCustom = isCustom
  }

  /// The standards of a new store; users change, hide and add standards.
  public static let builtIn: [FitnessStandard] = [
    army("12-mile foot march", miles: 12, hours: 3, "Expert Infantryman Badge, USAIS Pam 350-6"),
    army("Air Assault 6-mile foot march", miles: 6, hours: 1.5, "Air Assault course, graduation"),
    german("bronze", kilometres: 6),
    german("silver", kilometres: 9),
    german("gold", kilometres: 12),
    norwegian("men 21-34", hours: 4, minutes: 30),
    norwegian("men 35-42", hours: 4, minutes: 35),
    norwegian("men 43-49", hours: 4, minutes: 40),
    norwegian("men 50-54", hours: 4, minutes: 50),
    norwegian("women 21-34", hours: 5, minutes: 15),
    norwegian("women 35-42", hours: 5, minutes: 25),
    norwegian("women 43-49", hours: 5, minutes: 30),
    norwegian("women 50-54", hours: 5, minutes: 40),
  ]

  private static func army(
    _ name: String, miles: Double, hours: Double, _ source: String
  ) -> FitnessStandard {
    FitnessStandard(
      organization: "US Army", name: name, distance: Length.metres(miles: miles),
      packWeight: Mass.kilograms(pounds: 35), time: hours * 3600, source: source)
  }

  private static func german(_ level: String, kilometres: Double) -> FitnessStandard {
    FitnessStandard(
      organization: "Bundeswehr", name: "foot march, \(level)", distance: kilometres * 1000,
      packWeight: 15, time: kilometres * 600,
      source: "Abzeichen für Leistungen im Truppendienst: 10 minutes a kilometre with 15 kg")
  }

  private static func norwegian(
    _ group: String, hours: Double, minutes: Double
  ) -> FitnessStandard {
    FitnessStandard(
      organization: "Norwegian Armed Forces", name: "Norwegian Foot March, \(group)",
      distance: 30_000, packWeight: 11, time: hours * 3600 + minutes * 60,
      source: "https://www.forsvaret.no/en/courses-and-education/norwegian-foot-march")
  }
}

extension FitnessStandard {
  /// Creates the value of a stored standard.
  init(_ standard: PTStandard) {
    self.init(
      organization: standard.organization, name: standard.name,
      distance: Length.metres(miles: standard.distance),
      packWeight: Mass.kilograms(pounds: standard.packWeight), time: standard.timeLimit,
      source: standard.source, isCustom: standard.isCustom)
    id = standard.id
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
  public var isPassed: Bool {
    best.map { standard.time <= 0 || $0.effort.time <= standard.time } ?? false
  }

  /// The seconds below the standard's time; negative if too slow, and nil without an effort or a
  /// limit.
  public var margin: Double? {
    standard.time > 0 ? best.map { standard.time - $0.effort.time } : nil
  }
}
