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
  /// `~/.local/share/PROGRAM`; with a group container it is in that folder's place.
  public let url: URL
  /// False for a store that is only read.
  public let allowsSave: Bool
  /// True for a store that is gone with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether the context of the main actor saves by itself. (Not in Apple's framework.)
  public let isAutosaveEnabled: Bool
  /// The folder that programs share.
  public let groupContainer: GroupContainer
  /// The CloudKit database that the store is to be in step with.
  public let cloudKitDatabase: CloudKitDatabase

  /// Whether and for how long the store keeps a history of its changes. (Not in Apple's framework.)
  public var history = History.kept

  /// How many seconds a save waits for others who write the store.
  package var lockTimeout = 30.0

  /// Of how many models the notification of a save names the identifiers at most.
  package var identifierLimit = 1_000_000

  /// Whether the file has the configuration's name.
  private let isFileNamed: Bool

  /// The store's file.
  public var id: URL { url }

  /// The identifier of ``groupContainer``, if it has one.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }

  /// The identifier of ``cloudKitDatabase``, if it has one.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.containerIdentifier }

  /// The default store, or one in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The default store, or one in memory, for some of the container's models.
  @_disfavoredOverload
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      nil, schema: forTypes.isEmpty ? nil : Schema(forTypes),
      isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The store of that name in the default place or the group's, or one in memory.
  ///
  /// `cloudKitDatabase:` names what the store is mirrored to; `.automatic` is none here.
  @_disfavoredOverload
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.init(
      name, schema: schema, isAutosaveEnabled: true, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase)
  }

  /// The store of that name in the default place or the group's, or one in memory, with a say in
  /// whether the main context saves by itself.
  ///
  /// Not in Apple's framework, which has the switch on a SwiftUI modifier.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isAutosaveEnabled: Bool,
    isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isAutosaveEnabled = isAutosaveEnabled
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    isFileNamed = !isStoredInMemoryOnly
    url =
      isStoredInMemoryOnly
      ? URL(filePath: "/dev/null")
      : groupContainer.directory.appending(path: Self.fileName("\(self.name).store"))
  }

  /// The store in that file.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.url = url
    self.allowsSave = allowsSave
    self.cloudKitDatabase = cloudKitDatabase
    groupContainer = .none
    isAutosaveEnabled = true
    isStoredInMemoryOnly = false
    isFileNamed = false
  }

  /// Throws an error that says what is wrong with the configuration.
  ///
  /// A container calls it for each of its configurations.
  public func validate() throws {
    let error = SwiftDataError.loadIssueModelContainer
    guard url.isFileURL else {
      throw error.saying(
        "The configuration \"\(name)\" names \(url), which is no file: give a file URL.")
    }
    if url.hasDirectoryPath {
      throw error.saying(
        "The configuration \"\(name)\" names the folder \(url.path(percentEncoded: false)): "
          + "give the URL of a file in it.")
    }
    try validateFileName()
    if let identifier = cloudKitContainerIdentifier, StoreMirroring.provider == nil {
      throw error.saying(
        "The configuration \"\(name)\" asks for the CloudKit database \"\(identifier)\", and "
          + "this program has no mirroring: let it depend on the product CloudKitMirroring too, or "
          + "pass cloudKitDatabase: .none.")
    }
  }

  /// Throws an error if no file can have the name, or not with those that lie beside it.
  private func validateFileName() throws {
    if isStoredInMemoryOnly { return }
    // Found here, where it can be said: a path would end at the first.
    if url.path(percentEncoded: false).contains("\0") || isFileNamed && name.contains("/") {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.saying(
        "The configuration \"\(name.replacing("\0", with: "\\0"))\" has a name that no file can "
          + "have: leave out \"/\" and the character 0.")
    }
    // What a migration puts beside it: `NAME-before-migration-journal`.
    let longest = 255 - 25
    let length = url.lastPathComponent.utf8.count
    if length > longest {
      throw SwiftDataError.configurationFileNameTooLong.saying(
        "The configuration \"\(name)\" has a file whose name takes \(length) bytes: a file's name "
          + "may have 255, and those of the files beside it are longer by 25. Choose one of at "
          + "most \(longest).")
    }
  }

  /// A name as one part of a path.
  fileprivate static func fileName(_ name: String) -> String {
    name.replacing("/", with: "_")
  }

  /// The folder of a program or a group in the user's data directory.
  fileprivate static func directory(of owner: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
    let name = fileName(owner)
    return base.appending(path: name.allSatisfy { $0 == "." } ? "_" : name)
  }
}

extension ModelConfiguration {
  /// A folder that several programs share.
  public struct GroupContainer: Hashable, Sendable {
    fileprivate let identifier: String?

    /// The running program's own folder: there are no application groups here.
    public static var automatic: GroupContainer { GroupContainer(identifier: nil) }
    /// The running program's own folder.
    public static var none: GroupContainer { GroupContainer(identifier: nil) }

    /// The folder of that name in the user's data directory.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(identifier: groupName)
    }

    fileprivate var directory: URL {
      ModelConfiguration.directory(of: identifier ?? ProcessInfo.processInfo.processName)
    }
  }

  /// A CloudKit database that a store is to be in step with.
  public struct CloudKitDatabase: Hashable, Sendable {
    fileprivate let containerIdentifier: String?

    /// None: there are no entitlements to take it from here.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(containerIdentifier: nil) }
    /// None.
    public static var none: CloudKitDatabase { CloudKitDatabase(containerIdentifier: nil) }

    /// The private database of the container with that identifier.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(containerIdentifier: privateDBName)
    }
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name, the place and what is allowed.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "in memory" : url.path(percentEncoded: false)
    return "ModelConfiguration \"\(name)\": \(place)\(allowsSave ? "" : ", read only")"
  }
}
