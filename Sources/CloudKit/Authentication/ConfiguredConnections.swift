// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Dispatch
import Foundation
import Synchronization

/// The ways to the containers that the configuration file names.
///
/// The file is read again when it has changed, so that a program that runs notices a sign-in.
final class ConfiguredConnections: ConnectionProvider {
  static let shared = ConfiguredConnections(.standard)

  private struct Known {
    var stamp: FileStamp?
    /// Nil until the file was read.
    var configuration: CloudKitConfiguration?
    var services: [String: HTTPService] = [:]
  }

  private let file: CloudKitConfigurationFile
  private let known = Mutex(Known())
  /// Another one for each program that runs.
  private let clientID = UUID().uuidString
  let couriers: NotificationCouriers

  init(_ file: CloudKitConfigurationFile, couriers: NotificationCouriers = NotificationCouriers()) {
    self.file = file
    self.couriers = couriers
  }

  var defaultContainer: String? { try? configuration().default }

  func connection(to container: String?) throws -> CloudConnection {
    let configuration = try configuration()
    guard let name = container ?? configuration.default else {
      throw CKError(
        .badContainer,
        "No container is named: write \"default\" into \(file.url.path(percentEncoded: false)), or "
          + "use CKContainer(identifier:).")
    }
    guard let way = configuration.containers[name] else {
      throw CKError(
        .badContainer,
        "No server is configured for \(name): sign in, or write its address into "
          + "\(file.url.path(percentEncoded: false)).")
    }
    guard let environment = CloudKitWire.Environment(rawValue: way.environment) else {
      throw CKError(
        .badContainer,
        "The environment of \(name) is \"\(way.environment)\": expected development or production.")
    }
    let service = try known.withLock { known throws in
      if let service = known.services[name] { return service }
      let service = try HTTPService(way, clientID: clientID) { [file] in
        Self.keep($0, instead: $1, of: name, in: file)
      }
      known.services[name] = service
      return service
    }
    return CloudConnection(
      container: name, environment: environment, service: service, policy: RetryPolicy(),
      encryptionKey: way.encryptionKey)
  }

  func isSignedOut(of container: String?) -> Bool {
    // A file that can't be read says nothing.
    guard let configuration = try? configuration() else { return false }
    guard let name = container ?? configuration.default else { return true }
    return configuration.containers[name]?.webAuthToken == nil
  }

  private func configuration() throws -> CloudKitConfiguration {
    let stamp = FileStamp(file.url)
    if let configuration = known.withLock({ $0.stamp == stamp ? $0.configuration : nil }) {
      return configuration
    }
    let configuration = try file.read()
    let isOther = known.withLock { known in
      let isOther = Self.isAccountOther(known, configuration)
      // A service keeps its connections and its newest token while its way stays the same.
      known.services = known.services.filter { name, service in
        configuration.containers[name].map { service.isFor($0) } ?? false
      }
      known.stamp = stamp
      known.configuration = configuration
      return isOther
    }
    if isOther { AccountChanges.post() }
    return configuration
  }

  /// Whether somebody has signed in or out of a container since the file was read; not where it is read first.
  private static func isAccountOther(_ known: Known, _ new: CloudKitConfiguration) -> Bool {
    guard let old = known.configuration else { return false }
    return Set(old.containers.keys).union(new.containers.keys).contains { name in
      switch (old.containers[name], new.containers[name]) {
      case (let before?, let after?):
        !before.hasAccount(of: after) && known.services[name]?.isFor(after) != true
      case (let one?, nil), (nil, let one?): one.webAuthToken != nil
      case (nil, nil): false
      }
    }
  }

  /// Writes the newest token into the file, unless somebody has signed in or out meanwhile.
  private static func keep(
    _ token: String, instead old: String, of container: String, in file: CloudKitConfigurationFile
  ) {
    // The old one is good for a while: what can't be written now is written next time.
    try? file.update { configuration in
      guard configuration.containers[container]?.webAuthToken == old else { return }
      configuration.containers[container]?.webAuthToken = token
    }
  }
}

extension CloudKitConfiguration.Container {
  /// Whether the same user is signed in at the same server; a user without a name is known by the token.
  fileprivate func hasAccount(of other: Self) -> Bool {
    guard url == other.url, environment == other.environment, user == other.user else {
      // Whoever is signed in nowhere is nobody everywhere.
      return webAuthToken == nil && other.webAuthToken == nil
    }
    if user == nil { return webAuthToken == other.webAuthToken }
    return (webAuthToken == nil) == (other.webAuthToken == nil)
  }
}

/// Tells the program that somebody has signed in or out.
private enum AccountChanges {
  // Who observes on the main queue is waited for: never by who makes a request.
  private static let queue = DispatchQueue(label: "CloudKit.account")

  static func post() {
    queue.async { NotificationCenter.default.post(name: .CKAccountChanged, object: nil) }
  }
}

/// Tells one content of a file from another.
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
