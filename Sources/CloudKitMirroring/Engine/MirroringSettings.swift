// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Synchronization

/// Settings for mirroring stores to a CloudKit container.
///
/// Stores of containers without settings are mirrored with the default settings.
///
/// ```swift
/// var settings = MirroringSettings()
/// settings.options.merge(\Song.plays, by: .sum)
/// settings.use(forContainer: "iCloud.org.example.songs")
/// let container = try ModelContainer(
///   for: Song.self,
///   configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.org.example.songs")))
/// ```
public struct MirroringSettings: Sendable {
  /// The record format and the merge policies.
  public var options = MirroringOptions()
  /// The container to sync with; nil for the container with the configuration's identifier, as
  /// defined in the configuration file.
  public var container: CKContainer?
  /// The name of the record zone.
  ///
  /// With ``MirroringOptions/RecordStyle/coreData``, the zone of Apple's mirroring is used instead.
  public var zoneName = "Cairn"
  /// The maximum number of records in one request, from 1 to 200.
  public var batchSize = 50
  /// Whether changes are sent and fetched automatically; otherwise only ``StoreSync/syncNow()``
  /// syncs.
  public var isAutomatic = true

  /// Creates the default settings.
  public init() {}

  private static let known = Mutex<[String: MirroringSettings]>([:])

  /// Applies these settings to a CloudKit container.
  ///
  /// They apply to model containers created afterwards, to each store whose configuration names the
  /// CloudKit container.
  ///
  /// - Parameter identifier: The identifier of the CloudKit container.
  public func use(forContainer identifier: String) {
    Self.known.withLock { $0[identifier] = self }
  }

  static func current(_ identifier: String?) -> MirroringSettings {
    var settings =
      identifier.flatMap { identifier in known.withLock { $0[identifier] } } ?? MirroringSettings()
    if settings.container == nil, let identifier {
      settings.container = CKContainer(identifier: identifier)
    }
    settings.batchSize = Swift.min(Swift.max(1, settings.batchSize), 200)
    return settings
  }
}
