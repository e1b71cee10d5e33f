// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import DeviceSync
import Foundation
import Logging
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import ServiceLifecycle
import SwiftData
import Testing

/// A web server on a free port, with its own store on disk.
struct TestServer: Sendable {
  let library: RuckLibrary
  /// The folder of the store.
  let directory: URL
  /// The temporary folder of uploads.
  let uploads: URL
  let address: URL
  let port: Int

  /// Runs a body with a server.
  ///
  /// On return the server has shut down, and no upload file is left.
  ///
  /// - Parameters:
  ///   - maximumUploadSize: The maximum size of an upload in bytes.
  ///   - hasShell: Whether the pages of sync and of devices are served, too.
  ///   - maps: The maps of the pages.
  ///   - isWebApp: Whether the service worker and the form token are served, too.
  ///   - body: The body.
  static func run<Result: Sendable>(
    maximumUploadSize: Int = 1 << 30, hasShell: Bool = false, maps: MapSource = MapSource(),
    isWebApp: Bool = false, _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-web-\(UUID().uuidString)")
    let (store, uploads) = (folder.appending(path: "store"), folder.appending(path: "uploads"))
    try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try RuckLibrary.open(directory: store)
    let zone = try #require(TimeZone(secondsFromGMT: 0))
    let configuration = WebServerConfiguration(
      port: 0, maximumUploadSize: maximumUploadSize, timeZone: zone, uploadDirectory: uploads,
      maps: maps)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let modules =
      try hasShell
      ? shell(store, configuration) : [RuckPages(library: library) as any PageModule]
    let webApp: [any PageModule] = isWebApp ? [OfflinePages()] : []
    let server = WebServer(
      modules: modules + webApp, changes: library.observedChanges, configuration: configuration
    ) {
      continuation.yield($0)
    }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    let test = TestServer(
      library: library, directory: store, uploads: uploads, address: address,
      port: try #require(address.port))
    do {
      let result = try await body(test)
      await group.triggerGracefulShutdown()
      try await running.value
      let left = try FileManager.default.contentsOfDirectory(atPath: uploads.path)
      #expect(left.isEmpty, "uploads left behind: \(left)")
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  /// The pages of the app, of sync, of devices and of pairing.
  private static func shell(
    _ folder: URL, _ configuration: WebServerConfiguration
  ) throws -> [any PageModule] {
    let account = DeviceAccount(
      try DataOptions.parse(["--data", folder.path(percentEncoded: false)]), apps: [RuckApp()])
    let sync = SyncPages(
      try OpenApps(in: folder, apps: [RuckApp()]), account, activity: SyncActivity(),
      access: .thisMachine)
    let access = try LANAccess(
      LANConfiguration(
        port: 0, dataFolder: folder,
        names: { LocalNames(hosts: ["desk.local"], addresses: ["127.0.0.1"]) }))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return sync.modules + [
      DevicePages(access), try PairingPages(access, configuration, logger: logger),
    ]
  }

  /// An address on the server.
  func url(_ path: String) throws -> URL {
    try #require(URL(string: path, relativeTo: address)).absoluteURL
  }

  /// Imports a ruck through another connection to the same store.
  @discardableResult
  func importElsewhere(_ gpx: String, named name: String) async throws -> ImportReport {
    let other = try RuckLibrary.open(directory: directory)
    let file = try Self.file(gpx, named: name, in: directory.deletingLastPathComponent())
    return await other.importFiles([file], options: ImportOptions(packWeight: 15))
  }

  /// Writes a file into a new folder.
  static func file(_ text: String, named name: String, in folder: URL) throws -> URL {
    let parent = folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    let url = parent.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url
  }
}

extension RuckLibrary {
  /// An element when the observation has begun, then one for each save.
  @Sendable nonisolated func observedChanges() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        var saves = changes().makeAsyncIterator()
        continuation.yield()
        do {
          while try await saves.next() != nil { continuation.yield() }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
