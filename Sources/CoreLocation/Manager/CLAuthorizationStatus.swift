// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Accuracy

/// The best available accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// The best available accuracy, with further sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// An accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// An accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

// MARK: Filters and limits

/// The distance filter that delivers every location.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The largest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest interval in seconds.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

// MARK: Kinds

/// A program's permission to use locations.
public enum CLAuthorizationStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The user has not decided.
  case notDetermined = 0
  /// The program must not use locations, and the user can't change that.
  case restricted = 1
  /// The user has denied the use of locations.
  case denied = 2
  /// The program may use locations at any time.
  case authorizedAlways = 3
  /// The program may use locations while it is in use.
  case authorizedWhenInUse = 4
}

/// The precision of the locations that a program may use.
public enum CLAccuracyAuthorization: Int, Sendable, Hashable, CaseIterable {
  /// Locations as precise as the source provides them.
  case fullAccuracy = 0
  /// Approximate locations.
  case reducedAccuracy = 1
}

/// The activity for which a program uses locations.
public enum CLActivityType: Int, Sendable, Hashable, CaseIterable {
  /// An unknown activity.
  case other = 1
  /// Navigation in a car.
  case automotiveNavigation = 2
  /// An activity on foot or on a bicycle.
  case fitness = 3
  /// Navigation in another vehicle.
  case otherNavigation = 4
  /// A flight.
  case airborne = 5
}
