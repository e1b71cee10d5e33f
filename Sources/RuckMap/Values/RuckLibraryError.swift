// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why the library rejects a request.
///
/// ```swift
/// do {
///   try await library.delete(id)
/// } catch RuckLibraryError.notFound(let name) {
///   print("no ruck", name)
/// }
/// ```
public enum RuckLibraryError: Error, LocalizedError, Equatable, Sendable {
  /// No ruck has the identifier.
  case notFound(String)
  /// A pack weight in kilograms outside 0...500.
  case invalidPackWeight(Double)
  /// The ruck has no load of this number, but so many.
  case loadNotFound(Int, count: Int)
  /// A perceived exertion outside 1...10.
  case invalidExertion(Int)
  /// A body weight in kilograms outside 20...500.
  case invalidBodyWeight(Double)
  /// A height in metres outside 0.5...3.
  case invalidHeight(Double)
  /// An age in years outside 1...130.
  case invalidAge(Int)
  /// A heart rate in beats per minute outside 20...200 at rest, or outside 60...250 at most.
  case invalidHeartRate(Int)
  /// The data folder can't be used.
  case directoryUnusable(String, reason: String)
  /// The ruck has no recorded positions to export.
  case nothingToExport(String)
  /// The recording has no times, which the format of an export needs.
  case missingTimes(String, RuckFileFormat)
  /// All recorded positions are inside of privacy zones.
  case hiddenByPrivacyZones(String)
  /// No privacy zone has the identifier.
  case zoneNotFound(String)
  /// No route has the identifier.
  case routeNotFound(String)
  /// A position that is not on the earth, or a radius that is not above 0.
  case invalidPosition
  /// A standard without a name, or with an impossible distance, pack or time.
  case invalidStandard(String)

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .notFound(let id):
      "There is no ruck \(id). List the rucks to see their identifiers."
    case .invalidPackWeight(let weight):
      "A pack of \(weight) kg is not possible. Give 0 to 500 kg."
    case .loadNotFound(let number, let count):
      "There is no load \(number): the ruck has \(count == 1 ? "1 load" : "\(count) loads"). Give a "
        + "number from 1 on, or the pack weight of the whole ruck."
    case .invalidExertion(let rpe):
      "An exertion of \(rpe) is not possible. Give 1 to 10."
    case .invalidBodyWeight(let weight):
      "A body weight of \(weight) kg is not possible. Give 20 to 500 kg."
    case .invalidHeight(let height):
      "A height of \(height) m is not possible. Give 0.5 to 3 m."
    case .invalidAge(let age):
      "An age of \(age) years is not possible. Give 1 to 130 years."
    case .invalidHeartRate(let rate):
      "A heart rate of \(rate) bpm is not possible. Give 20 to 200 at rest, and 60 to 250 at most."
    case .directoryUnusable(let path, let reason):
      "The data folder \(path) can't be used: \(reason) Choose another folder, or change its "
        + "permissions."
    case .nothingToExport(let id):
      "The ruck \(id) has no recorded positions, so there is no track to export. Export it as JSON, "
        + "or as FIT or TCX if it has a duration."
    case .missingTimes(let id, let format):
      "The recording of ruck \(id) has no times, which \(format.title) needs. Export it as GPX, "
        + "GeoJSON or CSV."
    case .hiddenByPrivacyZones(let id):
      "All positions of ruck \(id) are inside of privacy zones. Export it with private places, or "
        + "turn off a zone."
    case .zoneNotFound(let id):
      "There is no privacy zone \(id). List the zones to see their identifiers."
    case .routeNotFound(let id):
      "There is no route \(id). List the routes to see their identifiers."
    case .invalidPosition:
      "The position is not on the earth, or the radius is not above 0. Give a latitude of -90 to "
        + "90, a longitude of -180 to 180, and a radius in metres."
    case .invalidStandard(let name):
      "The standard \(name) is not possible. Give a name, 1 m to 1,000 km, a pack of 0 to 500 kg, "
        + "and a time."
    }
  }

  static func check(packWeight: Double) throws(RuckLibraryError) {
    guard (0...500).contains(packWeight) else { throw .invalidPackWeight(packWeight) }
  }

  static func check(bodyWeight: Double) throws(RuckLibraryError) {
    guard (20...500).contains(bodyWeight) else { throw .invalidBodyWeight(bodyWeight) }
  }
}
