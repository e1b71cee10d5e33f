// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why the library rejects a request.
public enum RowingLibraryError: Error, LocalizedError, Equatable, Sendable {
  /// No session has the identifier.
  case sessionNotFound(String)
  /// No athlete has the identifier or name.
  case athleteNotFound(String)
  /// No team has the identifier or name.
  case teamNotFound(String)
  /// Several athletes exist, and none was named.
  case athleteRequired
  /// The email address belongs to another athlete.
  case duplicateEmail(String)
  /// A value is outside its range.
  case invalidValue(String, value: String, allowed: String)
  /// The data folder can't be used.
  case directoryUnusable(String, reason: String)
  /// The session has no end yet.
  case sessionRunning(String)
  /// Zones overlap, have gaps, or have no name.
  case invalidZones(String)
  /// The role of this machine's person doesn't permit the request.
  case roleRequired(UserRole, present: UserRole)

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .sessionNotFound(let id):
      "There is no session \(id). List the sessions to see their identifiers."
    case .athleteNotFound(let id):
      "There is no athlete \(id). List the athletes to see their identifiers."
    case .teamNotFound(let id):
      "There is no team \(id). List the teams to see their identifiers."
    case .athleteRequired:
      "There are several athletes. Name the athlete who rowed with --athlete."
    case .duplicateEmail(let email):
      "Another athlete has the email address \(email). Use another one, or edit that athlete."
    case .invalidValue(let name, let value, let allowed):
      "\(name) can't be \(value). Give \(allowed)."
    case .directoryUnusable(let path, let reason):
      "The data folder \(path) can't be used: \(reason) Choose another folder, or change its "
        + "permissions."
    case .sessionRunning(let id):
      "The session \(id) is still running. Wait for its end, or close it."
    case .invalidZones(let reason):
      "The zones can't be used: \(reason) Give zones from 0 upwards, each beginning where the "
        + "one below ends."
    case .roleRequired(let role, let present):
      "This needs the role \(role.rawValue), but the person chosen for this machine has the role "
        + "\(present.rawValue). Choose another person with cairn row athlete use."
    }
  }
}
