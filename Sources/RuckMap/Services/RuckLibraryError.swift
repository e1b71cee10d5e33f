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
  /// A body weight in kilograms outside 20...500.
  case invalidBodyWeight(Double)
  /// A height in metres outside 0.5...3.
  case invalidHeight(Double)
  /// An age in years outside 1...130.
  case invalidAge(Int)
  /// The data folder can't be used.
  case directoryUnusable(String, reason: String)
  /// The ruck has no recorded positions to export.
  case nothingToExport(String)
  /// The recording has no times, which the format of an export needs.
  case missingTimes(String, RuckFileFormat)

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .notFound(let id):
      "There is no ruck \(id). List the rucks to see their identifiers."
    case .invalidPackWeight(let weight):
      "A pack of \(weight) kg is not possible. Give 0 to 500 kg."
    case .invalidBodyWeight(let weight):
      "A body weight of \(weight) kg is not possible. Give 20 to 500 kg."
    case .invalidHeight(let height):
      "A height of \(height) m is not possible. Give 0.5 to 3 m."
    case .invalidAge(let age):
      "An age of \(age) years is not possible. Give 1 to 130 years."
    case .directoryUnusable(let path, let reason):
      "The data folder \(path) can't be used: \(reason) Choose another folder, or change its "
        + "permissions."
    case .nothingToExport(let id):
      "The ruck \(id) has no recorded positions, so there is no track to export."
    case .missingTimes(let id, let format):
      "The recording of ruck \(id) has no times, which \(format.title) needs. Export it as GPX, "
        + "GeoJSON or CSV."
    }
  }

  static func check(packWeight: Double) throws(RuckLibraryError) {
    guard (0...500).contains(packWeight) else { throw .invalidPackWeight(packWeight) }
  }

  static func check(bodyWeight: Double) throws(RuckLibraryError) {
    guard (20...500).contains(bodyWeight) else { throw .invalidBodyWeight(bodyWeight) }
  }
}
