// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Rowing

/// The CloudKit container of the rowing app.
///
/// ```swift
/// CloudKitConfig.register()
/// let zones = try await CloudKitConfig.privateDatabase.allRecordZones()
/// ```
public enum CloudKitConfig {
  /// The container's identifier.
  public static let containerIdentifier = RowingStore.containerIdentifier

  /// The user's private database, in the app's container.
  public static var privateDatabase: CKDatabase { container.privateCloudDatabase }

  /// The database with the zones that others share with the user, in the app's container.
  public static var sharedDatabase: CKDatabase { container.sharedCloudDatabase }

  private static var container: CKContainer { CKContainer(identifier: containerIdentifier) }

  /// Makes the container the program's default one, as an entitlement does on Apple's systems.
  ///
  /// `CKContainer.default()` and `cloudKitDatabase: .automatic` then select it. A program with
  /// several apps doesn't call this: each app names its container.
  public static func register() { CKContainer.setDefault(containerIdentifier) }
}
