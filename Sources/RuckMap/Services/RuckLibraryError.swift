// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why the library refuses a request.
public enum RuckLibraryError: Error, LocalizedError, Equatable, Sendable {
  /// No ruck has that identifier.
  case notFound(String)
  /// A pack's weight in kilograms that nobody carries.
  case invalidPackWeight(Double)
  /// A body weight in kilograms that nobody has.
  case invalidBodyWeight(Double)
  /// A height in metres that nobody has.
  case invalidHeight(Double)
  /// An age in years that nobody has.
  case invalidAge(Int)
  /// The folder of the data can't be used.
  case directoryUnusable(String, reason: String)
  /// The ruck has no recorded positions to write.
  case nothingToExport(String)

  /// What is wrong and what to do.
  public var errorDescription: String? {
    switch self {
    case .notFound(let id):
      "There is no ruck \(id). List the rucks for their identifiers."
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
      "The ruck \(id) has no recorded positions, so there is no track to write."
    }
  }

  static func check(packWeight: Double) throws(RuckLibraryError) {
    guard (0...500).contains(packWeight) else { throw .invalidPackWeight(packWeight) }
  }

  static func check(bodyWeight: Double) throws(RuckLibraryError) {
    guard (20...500).contains(bodyWeight) else { throw .invalidBodyWeight(bodyWeight) }
  }
}
