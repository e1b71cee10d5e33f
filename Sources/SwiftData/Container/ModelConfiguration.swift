// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where a container keeps its models.
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
  /// The configuration's name; `default` unless given.
  public let name: String
  /// The models of this store; nil for all of the container's.
  public var schema: Schema?
  /// The store's file.
  ///
  /// Without a `url:` it is `NAME.store` in `$XDG_DATA_HOME/PROGRAM`, or in
  /// `~/.local/share/PROGRAM`.
  public let url: URL
  /// False for a store that is only read.
  public let allowsSave: Bool
  /// True for a store that is gone with its container.
  public let isStoredInMemoryOnly: Bool

  /// The store's file.
  public var id: URL { url }

  /// The default store, or one in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The store of that name in the default place, or one in memory.
  @_disfavoredOverload
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    url =
      isStoredInMemoryOnly
      ? URL(filePath: "/dev/null")
      : Self.defaultDirectory.appending(path: "\(self.name).store")
  }

  /// The store in that file.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.url = url
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = false
  }

  /// A folder of the running program's own in the user's data directory.
  private static var defaultDirectory: URL {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
    return base.appending(path: ProcessInfo.processInfo.processName)
  }
}
