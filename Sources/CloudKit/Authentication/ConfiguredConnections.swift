// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Dispatch
import Foundation
import Synchronization

/// The connections to the containers of the configuration file.
///
/// The file is read again after a change, so that a running program notices a sign-in.
final class ConfiguredConnections: ConnectionProvider {
  static let shared = ConfiguredConnections(.standard)

  private struct State {
    var stamp: FileStamp?
    /// The configuration; nil until the file was read.
    var configuration: CloudKitConfiguration?
    var services: [String: HTTPService] = [:]
  }

  private let file: CloudKitConfigurationFile
  private let state = Mutex(State())
  /// The unique ID of this process.
  private let clientID = UUID().uuidString
  let notificationStreams: NotificationStreams

  init(
    _ file: CloudKitConfigurationFile,
    notificationStreams: NotificationStreams = NotificationStreams()
  ) {
    self.file = file
    self.notificationStreams = notificationStreams
  }

  /// The default container of the configuration, or its only one.
  func defaultContainer() throws -> String? { try configuration().defaultContainer }

  func connection(to container: String?) throws -> CloudConnection {
    let configuration = try configuration()
    guard let name = container ?? configuration.defaultContainer else {
      throw CKError(
        .badContainer,
        "No container is selected: set \"default\" in \(file.url.path(percentEncoded: false)), or "
          + "use CKContainer(identifier:).")
    }
    guard let settings = configuration.containers[name] else {
      throw CKError(
        .badContainer,
        "No server is configured for \(name): sign in, or add its address to "
          + "\(file.url.path(percentEncoded: false)).")
    }
    guard let environment = CloudKitWire.Environment(rawValue: settings.environment) else {
      throw CKError(
        .badContainer,
        "The environment of \(name) is \"\(settings.environment)\": "
          + "expected development or production.")
    }
    let service = try state.withLock { state throws in
      if let service = state.services[name] { return service }
      let service = try HTTPService(settings, clientID: clientID) { [file] in
        Self.store($0, instead: $1, of: name, in: file)
      }
      state.services[name] = service
      return service
    }
    return CloudConnection(
      container: name, environment: environment, service: service, policy: RetryPolicy(),
      encryptionKey: settings.encryptionKey)
  }

  func isSignedOut(of container: String?) -> Bool {
    // An unreadable file does not mean a sign-out.
    guard let configuration = try? configuration() else { return false }
    guard let name = container ?? configuration.defaultContainer else { return true }
    return configuration.containers[name]?.webAuthToken == nil
  }

  private func configuration() throws -> CloudKitConfiguration {
    let stamp = FileStamp(file.url)
    if let configuration = state.withLock({ $0.stamp == stamp ? $0.configuration : nil }) {
      return configuration
    }
    let configuration = try file.read()
    let isOther = state.withLock { state in
      let isOther = Self.hasAccountChanged(state, configuration)
      // Keep a service, its connections and its newest token while its settings stay the same.
      state.services = state.services.filter { name, service in
        configuration.containers[name].map { service.isFor($0) } ?? false
      }
      state.stamp = stamp
      state.configuration = configuration
      return isOther
    }
    if isOther { AccountChanges.post() }
    return configuration
  }

  /// Whether the account of a container changed since the file was last read; false at the first
  /// read.
  private static func hasAccountChanged(_ state: State, _ new: CloudKitConfiguration) -> Bool {
    guard let old = state.configuration else { return false }
    return Set(old.containers.keys).union(new.containers.keys).contains { name in
      switch (old.containers[name], new.containers[name]) {
      case (let before?, let after?):
        !before.hasAccount(of: after) && state.services[name]?.isFor(after) != true
      case (let one?, nil), (nil, let one?): one.webAuthToken != nil
      case (nil, nil): false
      }
    }
  }

  /// Stores the newest token in the file, unless the account was changed meanwhile.
  private static func store(
    _ token: String, instead old: String, of container: String, in file: CloudKitConfigurationFile
  ) {
    // The old token stays valid for a while: after a failed write the next one suffices.
    try? file.update { configuration in
      guard configuration.containers[container]?.webAuthToken == old else { return }
      configuration.containers[container]?.webAuthToken = token
    }
  }
}

extension CloudKitConfiguration.Container {
  /// Whether both settings are for the same user and server; a user without a name is identified by
  /// the token.
  fileprivate func hasAccount(of other: Self) -> Bool {
    guard url == other.url, environment == other.environment, user == other.user else {
      // Without a session on either server there is no account to compare.
      return webAuthToken == nil && other.webAuthToken == nil
    }
    if user == nil { return webAuthToken == other.webAuthToken }
    return (webAuthToken == nil) == (other.webAuthToken == nil)
  }
}

/// Posts `CKAccountChanged` notifications.
private enum AccountChanges {
  // Posting blocks until main-queue observers return; a request must not wait for them.
  private static let queue = DispatchQueue(label: "CloudKit.account")

  static func post() {
    queue.async { NotificationCenter.default.post(name: .CKAccountChanged, object: nil) }
  }
}

/// The identity of a file's content, by its modification date, size and inode.
private struct FileStamp: Equatable {
  private let modified: Date?
  private let size: Int?
  private let number: Int?

  init?(_ url: URL) {
    guard
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.path(percentEncoded: false))
    else { return nil }
    modified = attributes[.modificationDate] as? Date
    size = attributes[.size] as? Int
    number = attributes[.systemFileNumber] as? Int
  }
}
