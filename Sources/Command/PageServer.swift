// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import DeviceSync
import Foundation
import Logging
import PageKit
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs the pages, the CloudKit server and syncing until SIGINT or SIGTERM.
struct PageServer {
  let apps: OpenApps
  let configuration: WebServerConfiguration
  /// The CloudKit server; nil to serve only the pages.
  let cloud: EmbeddedCloud?
  /// The account to sync with, once a user has logged in.
  let account: DeviceAccount
  /// The access of other devices; nil to serve only this machine.
  let lan: LANAccess?

  func run() async throws {
    var logger = Logger(label: "cairn") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    let (maps, tiles) = (configuration.maps, configuration.settings.current.tiles)
    if let warning = maps.maps(for: tiles).warning { logger.warning("\(warning)") }
    if !maps.isFixed, let problem = maps.problem(of: tiles) {
      logger.warning("Pages show plain tracks: \(problem.localizedDescription)")
    }
    let announcement = Announcement(awaitsCloud: cloud != nil)
    let replays = try ReplayLog(file: ReplayLog.file(in: account.folder))
    let devices: [any PageModule] = lan.map { [DevicePages($0)] } ?? []
    let activity = SyncActivity()
    let changes = activity.merged(with: apps.changes)
    let sync = SyncPages(apps, account, activity: activity, access: .thisMachine)
    let server = WebServer(
      modules: sync.modules + devices + [OfflinePages()], changes: changes,
      configuration: configuration, replays: replays, logger: logger
    ) { address in
      announcement.pages(
        "Cairn is running at \(address.absoluteString) (press Control-C to stop)\n")
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [.init(service: server)]
    if let lan {
      // A paired device can't sign in or out.
      let sync = SyncPages(apps, account, activity: activity, access: .pairedDevice)
      let server = LANServer(
        lan, modules: sync.modules, changes: changes, configuration: configuration,
        replays: replays, logger: logger
      ) { access in
        try? StandardOutput.write(LANOptions.announcement(access))
      }
      services.append(
        .init(service: server, failureTerminationBehavior: .gracefullyShutdownGroup))
    }
    if let cloud {
      // If the CloudKit server's port is in use, the pages shut down gracefully.
      services.append(
        .init(
          service: cloud.service(logger) { announcement.cloud($0) },
          failureTerminationBehavior: .gracefullyShutdownGroup))
    }
    services.append(.init(service: syncing(activity, logger)))
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    configuration.maximumGracefulShutdownDuration = .seconds(cloud == nil ? 5 : 30)
    try await ServiceGroup(configuration: configuration).run()
    try await cloud?.close()
  }

  /// Syncs the data; logs only failures and recoveries.
  private func syncing(_ activity: SyncActivity, _ logger: Logger) -> SyncService {
    SyncService(account: account, stores: [], activity: activity) { event in
      switch event {
      case .failed(let store, let error):
        logger.warning("Sync failed", metadata: ["app": "\(store.name)", "error": "\(error)"])
      case .recovered(let store):
        logger.warning("Sync recovered", metadata: ["app": "\(store.name)"])
      case .began, .synced: break
      }
    }
  }
}

/// Prints the servers' addresses, pages first, once every server is running.
final class Announcement: Sendable {
  private struct State {
    var pages: String?
    var cloud: String?
  }

  private let state: Mutex<State>

  init(awaitsCloud: Bool) {
    state = Mutex(State(cloud: awaitsCloud ? nil : ""))
  }

  func pages(_ text: String) { update { $0.pages = text } }

  func cloud(_ text: String) { update { $0.cloud = text } }

  private func update(_ change: (inout State) -> Void) {
    let text: String? = state.withLock { state in
      change(&state)
      guard let pages = state.pages, let cloud = state.cloud else { return nil }
      return pages + cloud
    }
    // The pages are served even if standard output is closed.
    if let text { try? StandardOutput.write(text) }
  }
}
