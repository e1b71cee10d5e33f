// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which server has a container, and the credentials for it: what Apple's API has no place for.
///
/// It is read from `cloudkit.json` in `$XDG_CONFIG_HOME/cairn`, else in `~/.config/cairn`, or from the
/// file that `CAIRN_CLOUDKIT_CONFIG` names:
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
/// The file holds secrets: it is written so that only its owner can read it. Web tokens change with
/// each answer of the server; the newest is written back.
public struct CloudKitConfiguration: Codable, Sendable, Hashable {
  /// The way to one container.
  public struct Container: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
      case url, environment, user
      case apiToken = "api_token"
      case webAuthToken = "web_auth_token"
      case certificateAuthority = "certificate_authority"
      case encryptionKey = "encryption_key"
    }

    /// The server's address; paths of the protocol are added to its path.
    public var url: URL
    /// `development` or `production`.
    public var environment: String
    /// The token of the container, which the server's administrator gives.
    public var apiToken: String
    /// Says who is signed in; nil if nobody is.
    public var webAuthToken: String?
    /// The name of who is signed in, to be shown.
    public var user: String?
    /// The path of a PEM file with the certificates that the server's own is to be trusted by, in the folder
    /// of the configuration's file if it doesn't begin with a slash; nil for those of the system.
    public var certificateAuthority: String?
    /// What encrypted fields are encrypted with: the text of a ``CloudKitEncryptionKey``; nil if there is none.
    public var encryptionKey: String?

    /// The way to a container for which nobody is signed in.
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

  /// The container of ``CKContainer/default()``.
  public var `default`: String?
  /// The ways to containers by their names.
  public var containers: [String: Container]

  /// A configuration with some containers.
  public init(default: String? = nil, containers: [String: Container] = [:]) {
    self.default = `default`
    self.containers = containers
  }

  private enum CodingKeys: String, CodingKey { case `default`, containers }

  /// Reads a configuration; what is missing is empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    `default` = try values.decodeIfPresent(String.self, forKey: .default)
    containers =
      try values.decodeIfPresent([String: Container].self, forKey: .containers) ?? [:]
  }
}
