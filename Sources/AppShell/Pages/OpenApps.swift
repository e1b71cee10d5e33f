// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import PageKit
package import SwiftData

/// An app with its open store and its pages.
package struct OpenApp: Sendable {
  package let app: any CairnApp
  /// The store, which the container does not sync.
  package let container: ModelContainer
  package let module: any PageModule

  /// The app's name on the pages.
  package var title: String { module.navigation?.title ?? app.name }
}

/// The registered apps with their stores open, as served by the pages.
package struct OpenApps: Sendable {
  /// An app whose store can't be opened.
  package struct Failure: Sendable {
    package let app: any CairnApp
    /// The reason and its remedy.
    package let reason: String
  }

  /// The apps, in the order of the list of apps.
  package let apps: [OpenApp]
  /// The apps that are missing, since their stores can't be opened.
  package let failures: [Failure]

  /// The apps' pages, in the same order.
  package var modules: [any PageModule] { apps.map(\.module) }

  /// The cards of the missing apps.
  package var unavailable: [any PageModule] {
    failures.map {
      UnavailableAppPages(name: $0.app.name, reason: $0.reason.printable, icon: $0.app.icon)
    }
  }

  /// Opens the stores of apps in a data folder, creating them if needed.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - apps: The apps, in the order of the navigation; by default, all registered ones.
  /// - Throws: `SwiftDataError` if a store can't be opened or migrated.
  package init(in folder: URL, apps: [any CairnApp] = AppRegistry.apps) throws {
    self.apps = try apps.map { try Self.open($0, in: folder) }
    failures = []
  }

  /// Opens the stores that can be opened, so that a damaged one doesn't hide the data of other apps.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - apps: The apps, in the order of the navigation; by default, all registered ones.
  /// - Throws: The error of the first store if none can be opened.
  package init(available folder: URL, apps: [any CairnApp] = AppRegistry.apps) throws {
    var (opened, failures, first): ([OpenApp], [Failure], (any Error)?) = ([], [], nil)
    for app in apps {
      do {
        opened.append(try Self.open(app, in: folder))
      } catch {
        first = first ?? error
        failures.append(Failure(app: app, reason: CommandError.describe(error)))
      }
    }
    if let first, opened.isEmpty { throw first }
    self.apps = opened
    self.failures = failures
  }

  private static func open(_ app: any CairnApp, in folder: URL) throws -> OpenApp {
    let container = try app.open(in: folder, syncingWith: .none)
    return OpenApp(app: app, container: container, module: AppPages(of: container, app))
  }

  /// A sequence with one element when the observation of all stores has begun, then one for each save
  /// of any store, by this process or another.
  ///
  /// It ends with the error of the first store that becomes unreadable.
  @Sendable package func changes() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) {
      [containers = apps.map(\.container)] continuation in
      let task = Task {
        do {
          try await Self.observe(containers) { continuation.yield() }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private static func observe(
    _ containers: [ModelContainer], _ report: @escaping @Sendable () -> Void
  ) async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for container in containers {
        group.addTask {
          var saves = container.changes().makeAsyncIterator()
          beginning.yield()
          while try await saves.next() != nil { report() }
        }
      }
      for await _ in begun.prefix(containers.count) {}
      report()
      // Unlike `waitForAll()`, the iteration ends with the first error and cancels the others.
      for try await _ in group {}
    }
  }
}
