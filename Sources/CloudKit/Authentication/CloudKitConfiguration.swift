// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The servers and credentials of containers, for which Apple's API has no equivalent.
///
/// The configuration is read from `cloudkit.json` in `$XDG_CONFIG_HOME/cairn` or `~/.config/cairn`,
/// or from the file that `CAIRN_CLOUDKIT_CONFIG` names:
///
/// ```json
/// {
///   "default": "iCloud.org.example.app",
///   "containers": {
///     "iCloud.org.example.app": {
///       "url": "https://cloud.example.org",
///       "environment": "development",
///       "api_token": "0123...",
///       "web_auth_token": "..."
///     }
///   }
/// }
/// ```
///
/// A program writes it as a value:
///
/// ```swift
/// guard let url = URL(string: "https://cloud.example.org") else { return }
/// let server = CloudKitConfiguration.Container(url: url, apiToken: "0123")
/// let configuration = CloudKitConfiguration(
///   default: "iCloud.org.example.app", containers: ["iCloud.org.example.app": server])
/// try CloudKitConfigurationFile.standard.write(configuration)
/// ```
///
/// The file contains secrets and is readable only by its owner. Each response contains a new web
/// token, and the newest is written back.
public struct CloudKitConfiguration: Codable, Sendable, Hashable {
  /// The server and credentials of a container.
  public struct Container: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
      case url, environment, user
      case apiToken = "api_token"
      case webAuthToken = "web_auth_token"
      case certificateAuthority = "certificate_authority"
      case encryptionKey = "encryption_key"
    }

    /// The server's URL; request paths are appended to its path.
    public var url: URL
    /// `development` or `production`.
    public var environment: String
    /// The API token of the container, issued by the server's administrator.
    public var apiToken: String
    /// The web token of the signed-in user; nil if no user is signed in.
    public var webAuthToken: String?
    /// The display name of the signed-in user.
    public var user: String?
    /// The path of a PEM file with the trusted root certificates, relative to the folder of the
    /// configuration file unless it begins with a slash; nil for the system's certificates.
    public var certificateAuthority: String?
    /// The key for encrypted fields, as a ``CloudKitEncryptionKey`` in Base64; nil for none.
    public var encryptionKey: String?

    /// The settings of a container without a signed-in user.
    public init(
      url: URL, environment: String = "development", apiToken: String,
      webAuthToken: String? = nil, user: String? = nil, certificateAuthority: String? = nil,
      encryptionKey: String? = nil
    ) {
      self.url = url
      self.environment = environment
      self.apiToken = apiToken
      self.webAuthToken = webAuthToken
      self.user = user
      self.certificateAuthority = certificateAuthority
      self.encryptionKey = encryptionKey
    }
  }

  /// The container of ``CKContainer/default()``; nil for the only one of ``containers``.
  public var `default`: String?
  /// The settings by container identifier.
  public var containers: [String: Container]

  /// Creates a configuration.
  public init(default: String? = nil, containers: [String: Container] = [:]) {
    self.default = `default`
    self.containers = containers
  }

  /// ``default``, or the only container.
  var defaultContainer: String? {
    `default` ?? (containers.count == 1 ? containers.keys.first : nil)
  }

  private enum CodingKeys: String, CodingKey { case `default`, containers }

  /// Decodes a configuration; missing values are empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    `default` = try values.decodeIfPresent(String.self, forKey: .default)
    containers =
      try values.decodeIfPresent([String: Container].self, forKey: .containers) ?? [:]
  }
}
