// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import PageKit
import SwiftData

/// The registered apps with their stores open, as served by the pages.
package struct OpenApps: Sendable {
  /// The apps' pages, in the order of the list of apps.
  package let modules: [any PageModule]
  private let containers: [ModelContainer]

  /// Opens the stores of apps in a data folder, creating them if needed.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - apps: The apps, in the order of the navigation; by default, all registered ones.
  /// - Throws: `SwiftDataError` if a store can't be opened or migrated.
  package init(in folder: URL, apps: [any CairnApp] = AppRegistry.apps) throws {
    let opened = try apps.map { ($0, try $0.open(in: folder, syncingWith: .none)) }
    containers = opened.map(\.1)
    modules = opened.map { $0.pages(of: $1) }
  }

  /// A sequence with one element when the observation of all stores has begun, then one for each save
  /// of any store, by this process or another.
  ///
  /// It ends with the error of the first store that becomes unreadable.
  @Sendable package func changes() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { [containers] continuation in
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
