// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// An error of creating, changing or removing containers, users, tokens or keys.
package enum AccountError: Error, LocalizedError, Equatable {
  case badContainerName(String)
  case containerExists(String)
  case noSuchContainer(String)
  case badUserName(String)
  case userExists(String)
  case noSuchUser(String)
  case userDisabled(String)
  /// The user has never signed in to the container, or is disabled.
  case noSuchMember(container: String)
  case badProfile(field: String, expected: String)
  case badPassword(expected: String)
  case badOrigin(String)
  case badCallback(String)
  case noSuchToken(Int64)
  case badKey
  case keyExists(container: String)
  case noSuchKey(String)
  case badLabel(String)

  package var errorDescription: String? {
    switch self {
    case .badContainerName(let name):
      "\(WireError.quoted(name)) is not a container's name: it begins with iCloud. and has letters, "
        + "digits, dots, hyphens and underscores, such as iCloud.org.example.app."
    case .containerExists(let name): "There is a container \(WireError.quoted(name)) already."
    case .noSuchContainer(let name):
      "There is no container \(WireError.quoted(name)): create it first, or see the list."
    case .badUserName(let name):
      "\(WireError.quoted(name)) is not a user's name: it has 1 to 64 letters, digits and . _ @ + -"
    case .userExists(let name):
      "There is a user \(WireError.quoted(name)) already, or one with this e-mail address or "
        + "telephone number."
    case .noSuchUser(let name): "There is no user \(WireError.quoted(name))."
    case .userDisabled(let name):
      "The user \(WireError.quoted(name)) is disabled: enable them first."
    case .noSuchMember(let container):
      "There is no such user in the container \(WireError.quoted(container)), or they are disabled."
    case .badProfile(let field, let expected): "The \(field) is invalid: expected \(expected)."
    case .badPassword(let expected): "\(expected)."
    case .badOrigin(let text):
      "\(WireError.quoted(text)) is not an origin: give scheme and host, and a port where it is not "
        + "the usual one, such as https://example.org, or * for all."
    case .badCallback(let text):
      "\(WireError.quoted(text)) is not a callback URL: give an absolute URL with its scheme, "
        + "such as https://example.org/signed-in or cloudkit-icloud.org.example://signed-in."
    case .noSuchToken(let id): "There is no API token \(id): see the list."
    case .badKey:
      "This is not the PEM of a public key on the curve P-256. Make one with: openssl ec -in "
        + "key.pem -pubout"
    case .keyExists(let container):
      "This environment of \(WireError.quoted(container)) has this key already: see the list."
    case .noSuchKey(let id): "There is no key \(WireError.quoted(id)): see the list."
    case .badLabel(let text):
      "\(WireError.quoted(text)) is not a valid name: use at most 100 characters, none of them a "
        + "control character."
    }
  }
}
