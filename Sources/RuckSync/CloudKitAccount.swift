// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Foundation
public import RuckMap

/// The account that `cairn login` has stored for a container.
public struct CloudKitAccount: AccountSource {
  private let file: CloudKitConfigurationFile
  private let container: String

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - file: The file with the credentials, `cloudkit.json` in the data folder.
  ///   - container: The identifier of the container.
  public init(file: CloudKitConfigurationFile, container: String) {
    self.file = file
    self.container = container
  }

  /// Returns the signed-in account; nil if none is.
  ///
  /// - Throws: A `CKError` that names the unreadable file.
  public func account() async throws -> SignedInAccount? {
    guard let settings = try file.read().containers[container], settings.webAuthToken != nil else {
      return nil
    }
    return SignedInAccount(user: settings.user ?? "", server: settings.url)
  }
}
