// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the environment of a program says of its default container.
struct CloudKitVariables: Sendable, Hashable {
  private enum Name: String, CaseIterable {
    case container = "CAIRN_CLOUDKIT_CONTAINER"
    case url = "CAIRN_CLOUDKIT_URL"
    case environment = "CAIRN_CLOUDKIT_ENVIRONMENT"
    case apiToken = "CAIRN_CLOUDKIT_API_TOKEN"
    case webAuthToken = "CAIRN_CLOUDKIT_WEB_AUTH_TOKEN"
    case certificateAuthority = "CAIRN_CLOUDKIT_CERTIFICATE_AUTHORITY"
    case encryptionKey = "CAIRN_CLOUDKIT_ENCRYPTION_KEY"
  }

  private let values: [Name: String]

  /// The variables of an environment; empty ones are none.
  init(_ environment: [String: String]) {
    values = Dictionary(
      uniqueKeysWithValues: Name.allCases.compactMap { name in
        environment[name.rawValue].flatMap { $0.isEmpty ? nil : (name, $0) }
      })
  }

  /// Puts them in the place of what a file says.
  ///
  /// Throws a ``CKError`` that names the variable that is wrong or missing.
  func apply(to configuration: inout CloudKitConfiguration) throws {
    if let container = values[.container] { configuration.default = container }
    let others = Name.allCases.filter { $0 != .container && values[$0] != nil }
    guard let first = others.first else { return }
    guard let name = configuration.default else {
      throw CKError(
        .badContainer,
        "\(first.rawValue) is set, but no container is named: set \(Name.container.rawValue).")
    }
    var way = try configuration.containers[name] ?? newWay(to: name)
    if values[.url] != nil { way.url = try address() }
    if let environment = values[.environment] { way.environment = environment }
    if let token = values[.apiToken] { way.apiToken = token }
    if let token = values[.webAuthToken], token != way.webAuthToken {
      way.webAuthToken = token
      // The file's name is that of another session.
      way.user = nil
    }
    if let path = values[.certificateAuthority] { way.certificateAuthority = path }
    if let key = values[.encryptionKey] { way.encryptionKey = key }
    configuration.containers[name] = way
  }

  private func newWay(to name: String) throws -> CloudKitConfiguration.Container {
    guard let token = values[.apiToken], values[.url] != nil else {
      throw CKError(
        .badContainer,
        "No server is configured for \(name): set both \(Name.url.rawValue) and "
          + "\(Name.apiToken.rawValue).")
    }
    return CloudKitConfiguration.Container(url: try address(), apiToken: token)
  }

  private func address() throws -> URL {
    let text = values[.url] ?? ""
    guard let url = URL(string: text), url.host() != nil else {
      throw CKError(
        .badContainer, "\(Name.url.rawValue) is \"\(text)\": expected https://HOST[:PORT].")
    }
    return url
  }
}
