// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CloudKit
import Synchronization

/// How the stores are mirrored whose configurations name a container.
///
/// Without any, a store is mirrored with these settings as they are at first.
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
  /// How objects lie in records, and how copies of them are merged.
  public var options = MirroringOptions()
  /// The container; nil for the one with the identifier of the configuration, as the configuration file
  /// knows it.
  public var container: CKContainer?
  /// The name of the zone that has the records; that of Apple's mirroring where they are as there
  /// (``MirroringOptions/RecordStyle/coreData``).
  public var zoneName = "Cairn"
  /// The most records that are sent in one request, from 1 to 200.
  public var batchSize = 50
  /// Whether changes are sent and fetched when there are some; else only when
  /// ``StoreSync/syncNow()`` is called.
  public var isAutomatic = true

  /// Settings as they are at first.
  public init() {}

  private static let known = Mutex<[String: MirroringSettings]>([:])

  /// Has containers that are made from now on mirror with these settings the stores whose configurations
  /// name a CloudKit container.
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
