// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The location and options of a container's store.
///
/// ```swift
/// let url = URL(fileURLWithPath: "/srv/trips/trips.store")
/// let configuration = ModelConfiguration(url: url, allowsSave: false)
/// let container = try ModelContainer(for: Trip.self, configurations: configuration)
/// ```
public struct ModelConfiguration: Hashable, Identifiable, Sendable {
  /// The configuration's name; `default` unless given.
  public let name: String
  /// The models of this store; nil for all models of the container.
  public var schema: Schema?
  /// The store's file.
  ///
  /// Without a `url:` it is `NAME.store` in `$XDG_DATA_HOME/PROGRAM`, or in
  /// `~/.local/share/PROGRAM`. With a group container, the group's folder replaces `PROGRAM`.
  public let url: URL
  /// Whether the store may be written; false for a read-only store.
  public let allowsSave: Bool
  /// Whether the store exists only in memory, as long as its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether the main context saves automatically. (Not in Apple's framework.)
  public let isAutosaveEnabled: Bool
  /// The folder that several programs share.
  public let groupContainer: GroupContainer
  /// The CloudKit database with which the store is synced.
  public private(set) var cloudKitDatabase: CloudKitDatabase

  /// The retention of the store's history. (Not in Apple's framework.)
  public var history = History.kept

  /// The number of seconds that a save waits for other writers of the store.
  package var lockTimeout = 30.0

  /// The maximum number of identifiers in the notification of a save.
  package var identifierLimit = 1_000_000

  /// Whether the file name is derived from the configuration's name.
  private let isFileNamed: Bool

  /// The store's file.
  public var id: URL { url }

  /// The identifier of ``groupContainer``, if it has one.
  public var groupAppContainerIdentifier: String? { groupContainer.identifier }

  /// The identifier of ``cloudKitDatabase``, if it has one.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.containerIdentifier }

  /// Creates a configuration of the default store, or of a store in memory.
  public init(isStoredInMemoryOnly: Bool = false) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration of the default store, or of a store in memory, for some of the
  /// container's models.
  @_disfavoredOverload
  public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
    self.init(
      nil, schema: forTypes.isEmpty ? nil : Schema(forTypes),
      isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// Creates a configuration of a named store in the default folder or the group's, or in memory.
  ///
  /// `cloudKitDatabase:` is the database with which the store is synced, by default
  /// ``CloudKitDatabase/automatic``.
  @_disfavoredOverload
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automaticByDefault
  ) {
    self.init(
      name, schema: schema, isAutosaveEnabled: true, isStoredInMemoryOnly: isStoredInMemoryOnly,
      allowsSave: allowsSave, groupContainer: groupContainer, cloudKitDatabase: cloudKitDatabase)
  }

  /// Creates a configuration of a named store, with control over the autosave of the main context.
  ///
  /// Not in Apple's framework, where a SwiftUI modifier controls autosave.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isAutosaveEnabled: Bool,
    isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automaticByDefault
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

  /// Creates a configuration of the store in a file.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automaticByDefault
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

  /// A copy for the private database of a container.
  func syncing(withContainer identifier: String) -> ModelConfiguration {
    var copy = self
    copy.cloudKitDatabase = .private(identifier)
    return copy
  }

  /// Throws an error that describes an invalid configuration.
  ///
  /// A container validates each of its configurations.
  public func validate() throws {
    let error = SwiftDataError.loadIssueModelContainer
    guard url.isFileURL else {
      throw error.withMessage(
        "The configuration \"\(name)\" has the URL \(url), which is no file URL: "
          + "give a file URL.")
    }
    if url.hasDirectoryPath {
      throw error.withMessage(
        "The configuration \"\(name)\" names the folder \(url.path(percentEncoded: false)): "
          + "give the URL of a file in it.")
    }
    try validateFileName()
    if let identifier = cloudKitContainerIdentifier, StoreMirroring.provider == nil {
      throw error.withMessage(
        "The configuration \"\(name)\" names the CloudKit database \"\(identifier)\", but "
          + "this program does not link CloudKitMirroring: add a dependency on that product, or "
          + "pass cloudKitDatabase: .none.")
    }
  }

  /// Throws an error if the file name is invalid, or too long for the names of the files beside it.
  private func validateFileName() throws {
    if isStoredInMemoryOnly { return }
    // Checked here, because a path would end at the first NUL character.
    if url.path(percentEncoded: false).contains("\0") || isFileNamed && name.contains("/") {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters.withMessage(
        "The configuration \"\(name.replacing("\0", with: "\\0"))\" has a name that is no valid "
          + "file name: remove \"/\" and NUL characters.")
    }
    // The longest name of a file beside it: `NAME-before-migration-journal`.
    let longest = 255 - 25
    let length = url.lastPathComponent.utf8.count
    if length > longest {
      throw SwiftDataError.configurationFileNameTooLong.withMessage(
        "The configuration \"\(name)\" has a file name of \(length) bytes: a file name may have "
          + "255 bytes, and the names of the files beside it are 25 bytes longer. Choose a name of "
          + "at most \(longest) bytes.")
    }
  }

  /// A name as a single path component.
  fileprivate static func fileName(_ name: String) -> String {
    name.replacing("/", with: "_")
  }

  /// The folder of a program or group in the user's data directory.
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
  ///
  /// ```swift
  /// let shared = ModelConfiguration(groupContainer: .identifier("org.example.trips"))
  /// let container = try ModelContainer(for: Trip.self, configurations: shared)
  /// ```
  public struct GroupContainer: Hashable, Sendable {
    fileprivate let identifier: String?

    /// The running program's own folder, because Linux has no application groups.
    public static var automatic: GroupContainer { GroupContainer(identifier: nil) }
    /// The running program's own folder.
    public static var none: GroupContainer { GroupContainer(identifier: nil) }

    /// The folder with that name in the user's data directory.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(identifier: groupName)
    }

    fileprivate var directory: URL {
      ModelConfiguration.directory(of: identifier ?? ProcessInfo.processInfo.processName)
    }
  }

  /// A CloudKit database with which a store is synced.
  ///
  /// ```swift
  /// let configuration = ModelConfiguration(cloudKitDatabase: .private("iCloud.org.example.trips"))
  /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
  /// ```
  public struct CloudKitDatabase: Hashable, Sendable {
    private enum Selection: Hashable {
      case automatic, none
      case `private`(String)
    }

    private let selection: Selection
    /// Whether the database is the default of a parameter.
    ///
    /// A program that does not mention CloudKit gets no warning about it.
    let isDefault: Bool

    private init(_ selection: Selection, isDefault: Bool = false) {
      self.selection = selection
      self.isDefault = isDefault
    }

    /// The private database of the program's default container, if there is one and the program links
    /// CloudKitMirroring.
    ///
    /// The default container is the first of: the identifier given to `CKContainer.setDefault(_:)`,
    /// which stands in for the entitlement of an app on Apple's systems; the variable
    /// `CAIRN_CLOUDKIT_CONTAINER`; the default of the CloudKit configuration; and its only container.
    /// Without one, the store stays local, and a line on standard error states the reason once. A store
    /// in memory and a read-only store stay local.
    ///
    /// The CloudKit configuration belongs to the user, and all programs share it. Its containers are
    /// selected only if the program passes `.automatic`. For the default of the parameter, the container
    /// must be the program's own: one of the first two.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(.automatic) }
    /// No database.
    public static var none: CloudKitDatabase { CloudKitDatabase(.none) }
    /// ``automatic`` as the default of a parameter.
    @usableFromInline
    static var automaticByDefault: CloudKitDatabase {
      CloudKitDatabase(.automatic, isDefault: true)
    }

    /// The private database of the container with that identifier.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(.private(privateDBName))
    }

    var isAutomatic: Bool { selection == .automatic }

    fileprivate var containerIdentifier: String? {
      if case .private(let identifier) = selection { identifier } else { nil }
    }

    /// Compares the selections; a default equals the same selection in code.
    public static func == (one: CloudKitDatabase, other: CloudKitDatabase) -> Bool {
      one.selection == other.selection
    }

    /// Hashes the selection.
    public func hash(into hasher: inout Hasher) { hasher.combine(selection) }
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name, the file and the access.
  public var debugDescription: String {
    let location = isStoredInMemoryOnly ? "in memory" : url.path(percentEncoded: false)
    return "ModelConfiguration \"\(name)\": \(location)\(allowsSave ? "" : ", read only")"
  }
}
