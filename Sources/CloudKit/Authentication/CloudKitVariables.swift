// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The environment variables with the settings of the default container.
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

  /// Reads the variables of an environment; empty values count as unset.
  init(_ environment: [String: String]) {
    values = Dictionary(
      uniqueKeysWithValues: Name.allCases.compactMap { name in
        environment[name.rawValue].flatMap { $0.isEmpty ? nil : (name, $0) }
      })
  }

  /// The identifier of the default container, if a variable names it.
  var container: String? { values[.container] }

  /// Overrides the values of a configuration file.
  ///
  /// Throws a ``CKError`` that names the invalid or missing variable.
  func apply(to configuration: inout CloudKitConfiguration) throws {
    if let container = values[.container] { configuration.default = container }
    let others = Name.allCases.filter { $0 != .container && values[$0] != nil }
    guard let first = others.first else { return }
    guard let name = configuration.default else {
      throw CKError(
        .badContainer,
        "\(first.rawValue) is set without a container: set \(Name.container.rawValue).")
    }
    var settings = try configuration.containers[name] ?? newSettings(to: name)
    if values[.url] != nil { settings.url = try address() }
    if let environment = values[.environment] { settings.environment = environment }
    if let token = values[.apiToken] { settings.apiToken = token }
    if let token = values[.webAuthToken], token != settings.webAuthToken {
      settings.webAuthToken = token
      // The file's user name belongs to another session.
      settings.user = nil
    }
    if let path = values[.certificateAuthority] { settings.certificateAuthority = path }
    if let key = values[.encryptionKey] { settings.encryptionKey = key }
    configuration.containers[name] = settings
  }

  private func newSettings(to name: String) throws -> CloudKitConfiguration.Container {
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
