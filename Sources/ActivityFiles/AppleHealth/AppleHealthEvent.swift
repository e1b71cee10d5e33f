// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of an Apple Health export that can become an activity.
public enum AppleHealthEvent: Sendable, Hashable {
  /// A workout with its routes.
  case workout(AppleHealthWorkout)
  /// A heart rate in beats per minute.
  case heartRate(Date, Double)
  /// A body mass in kilograms.
  case bodyMass(Date, Double)
}

/// A workout of an Apple Health export.
///
/// Values that the export lacks are nil.
public struct AppleHealthWorkout: Sendable, Hashable {
  /// The kind without its prefix, such as `Walking` or `Hiking`.
  public var kind: String
  /// The start.
  public var start: Date
  /// The end.
  public var end: Date
  /// Seconds without pauses.
  public var duration: Double?
  /// Metres.
  public var distance: Double?
  /// Kilocalories beyond those at rest.
  public var energy: Double?
  /// Metres of climb, as the device measured them.
  public var ascent: Double?
  /// The temperature and the humidity at the start; other values of the weather are nil.
  public var weather: ActivityWeather?
  /// Whether the workout was indoors; nil if unknown.
  public var isIndoor: Bool?
  /// The name of the app or device that recorded the workout.
  public var source: String?
  /// The paths of the route files, relative to the folder of the export.
  public var routes: [String] = []
  /// The positions of a route inside of the export, as in exports before iOS 13.
  public var locations: [ActivitySample] = []

  /// Creates a workout.
  public init(kind: String, start: Date, end: Date) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// The sport.
  public var sport: ActivitySport {
    switch kind {
    case "Walking": .walking
    case "Hiking": .hiking
    case "Running": .running
    case "Cycling", "HandCycling": .cycling
    case "Rowing": isIndoor == true ? .indoorRowing : .rowing
    case "Swimming": .swimming
    default: .other
    }
  }
}
