// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SystemSupport

/// The file of a ``CloudKitConfiguration``.
///
/// ```swift
/// let file = CloudKitConfigurationFile(url: URL(fileURLWithPath: "/etc/hikes/cloudkit.json"))
/// let container = CKContainer(identifier: "iCloud.org.example.hikes", configuration: file)
/// print(try file.read().containers.keys.sorted())
/// ```
public struct CloudKitConfigurationFile: Sendable, Hashable {
  /// The file's location; the file may not exist.
  public let url: URL
  /// The environment variables that override the default container's settings.
  private let variables: CloudKitVariables

  /// A file at a location, without environment variables.
  public init(url: URL) {
    self.url = url
    variables = CloudKitVariables([:])
  }

  /// The current user's file, with the overrides of the program's environment.
  public static var standard: CloudKitConfigurationFile {
    CloudKitConfigurationFile(environment: ProcessInfo.processInfo.environment)
  }

  /// The file and the overrides for an environment.
  public init(environment: [String: String]) {
    url = Self.url(environment)
    variables = CloudKitVariables(environment)
  }

  private static func url(_ environment: [String: String]) -> URL {
    if let path = environment["CAIRN_CLOUDKIT_CONFIG"], !path.isEmpty {
      return URL(filePath: path)
    }
    let folder: URL
    if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
      folder = URL(filePath: path, directoryHint: .isDirectory)
    } else if let path = environment["HOME"], path.hasPrefix("/") {
      folder = URL(filePath: path, directoryHint: .isDirectory).appending(path: ".config")
    } else {
      folder = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config")
    }
    return folder.appending(path: "cairn/cloudkit.json")
  }

  /// Returns the file's configuration with the environment's overrides; empty if there is no file.
  ///
  /// A relative path of a certificate authority is resolved against the file's folder.
  ///
  /// - Throws: A ``CKError`` that names the invalid file or variable and the problem.
  public func read() throws -> CloudKitConfiguration {
    var configuration = try content()
    let folder = url.deletingLastPathComponent()
    for (name, settings) in configuration.containers {
      guard let path = settings.certificateAuthority, !path.hasPrefix("/") else { continue }
      configuration.containers[name]?.certificateAuthority =
        folder.appending(path: path).path(percentEncoded: false)
    }
    try variables.apply(to: &configuration)
    return configuration
  }

  /// Returns the file's configuration without overrides.
  private func content() throws -> CloudKitConfiguration {
    let path = url.path(percentEncoded: false)
    guard let data = try bytes() else { return CloudKitConfiguration() }
    do {
      return try JSONDecoder().decode(CloudKitConfiguration.self, from: data)
    } catch let error as DecodingError {
      throw CKError(.badContainer, "\(path) is invalid: \(Self.message(error))")
    }
  }

  /// Returns the file's content; nil if there is no file.
  private func bytes() throws -> Data? {
    let path = url.path(percentEncoded: false)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw CKError(.badContainer, "\(path) can't be read: \(SystemError.last.message).")
    }
    close(file)
    guard !url.isFolder else {
      throw CKError(.badContainer, "\(path) can't be read: it is a folder.")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw CKError(.badContainer, "\(path) can't be read: \(error.localizedDescription)")
    }
  }

  /// Whether the file can't be decoded or is a folder.
  ///
  /// - Throws: A ``CKError`` that names the file if it can't be read.
  package func isDamaged() throws -> Bool {
    if url.isFolder { return true }
    guard let data = try bytes() else { return false }
    do {
      _ = try JSONDecoder().decode(CloudKitConfiguration.self, from: data)
      return false
    } catch {
      return true
    }
  }

  /// Updates the file, without the environment's overrides, under a lock between processes.
  ///
  /// - Throws: A ``CKError`` that names the file and says why it can't be read or written, or the
  ///   error of `change`; the file is then unchanged.
  public func update(_ change: (inout CloudKitConfiguration) throws -> Void) throws {
    try whileLocked {
      let old = try content()
      var new = old
      try change(&new)
      if new != old { try write(new) }
    }
  }

  /// Renames a damaged file to `.damaged`, with a number if that exists, because the file may
  /// contain the only copy of a key.
  ///
  /// - Returns: The new location; nil if there is no file or it is valid.
  /// - Throws: A ``CKError`` that names the file and says why it can't be renamed.
  package func setAsideIfDamaged() throws -> URL? {
    guard try isDamaged() else { return nil }
    return try whileLocked {
      // Another program may have replaced it.
      guard try isDamaged() else { return nil }
      let aside = Self.unused(url, "damaged")
      let path = url.path(percentEncoded: false)
      guard rename(path, aside.path(percentEncoded: false)) == 0 else {
        throw CKError(.badContainer, "\(path) can't be renamed: \(SystemError.last.message).")
      }
      return aside
    }
  }

  /// Copies the file to `.former`, with a number if that exists, before the only copy of a key is
  /// replaced.
  ///
  /// - Returns: The location of the copy; nil if there is no file.
  /// - Throws: A ``CKError`` that names the file and says why it can't be copied.
  package func copyAside() throws -> URL? {
    try whileLocked {
      guard let data = try bytes() else { return nil }
      let aside = Self.unused(url, "former")
      let path = aside.path(percentEncoded: false)
      guard Self.create(path, with: data) else {
        throw CKError(.badContainer, "\(path) can't be written: \(SystemError.last.message).")
      }
      return aside
    }
  }

  /// A location beside the file that does not exist.
  private static func unused(_ url: URL, _ suffix: String) -> URL {
    var aside = url.appendingPathExtension(suffix)
    var number = 1
    while FileManager.default.fileExists(atPath: aside.path(percentEncoded: false)) {
      number += 1
      aside = url.appendingPathExtension("\(suffix)-\(number)")
    }
    return aside
  }

  private func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    try makeFolder()
    let path = url.path(percentEncoded: false) + ".lock"
    let lock: AdvisoryLock
    do {
      lock = try AdvisoryLock(opening: path, O_RDWR | O_CREAT)
      try lock.acquire(.exclusive)
    } catch {
      throw CKError(.badContainer, "\(path) can't be locked: \(error.message)")
    }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  private func makeFolder() throws {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CKError(
        .badContainer,
        "\(folder.path(percentEncoded: false)) can't be created: \(error.localizedDescription)")
    }
  }

  /// Replaces the file with one that only its owner can read.
  ///
  /// Use ``update(_:)`` to preserve concurrent changes of other programs.
  ///
  /// - Throws: A ``CKError`` that names the file and says why it can't be written.
  public func write(_ configuration: CloudKitConfiguration) throws {
    try makeFolder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Write a temporary file and rename it, so that readers never see a partial file.
    let beside = url.appendingPathExtension("\(UUID().uuidString).new")
    do {
      let data = try encoder.encode(configuration)
      let path = beside.path(percentEncoded: false)
      guard Self.create(path, with: data), rename(path, url.path(percentEncoded: false)) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw CKError(
        .badContainer, "\(url.path(percentEncoded: false)) can't be written: \(Self.message(error))"
      )
    }
  }

  /// Creates a file; returns false and sets `errno` on failure.
  private static func create(_ path: String, with data: Data) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    guard writeAll(data, file) else {
      let code = errno
      close(file)
      errno = code
      return false
    }
    return close(file) == 0
  }

  private static func message(_ error: any Error) -> String {
    switch (error as? POSIXError)?.code {
    case .ENOSPC?, .EDQUOT?:
      "the disk is full; free some space and try again."
    case let code?: SystemError(code.rawValue).message + "."
    case nil: error.localizedDescription
    }
  }

  private static func message(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(path(context)) has no \"\(key.stringValue)\"."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(path(context)): \(context.debugDescription)"
    case .dataCorrupted(let context):
      "\(path(context)): \(context.debugDescription)"
    @unknown default: error.localizedDescription
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? "the file" : context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

/// Writes all bytes; returns false and sets `errno` on failure.
private func writeAll(_ data: Data, _ file: Int32) -> Bool {
  data.withUnsafeBytes { all in
    var rest = all[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(
      atPath: path(percentEncoded: false), isDirectory: &isFolder) && isFolder.boolValue
  }
}
