// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData

/// The program of the tutorial: a list of walks that syncs.
@main
enum Walks {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("walks: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    let store = URL(filePath: ProcessInfo.processInfo.environment["WALKS_STORE"] ?? "walks.store")
    let container = try ModelContainer(
      for: Walk.self, configurations: ModelConfiguration(url: store, cloudKitDatabase: .automatic))
    let context = ModelContext(container)
    switch arguments.first {
    case "add" where arguments.count == 3: try add(arguments[1], arguments[2], in: context)
    case "list": try list(in: context)
    case "remove" where arguments.count == 2: try remove(arguments[1], in: context)
    case "sync": try await sync(container)
    case "watch": try await watch(container)
    default: throw UsageError()
    }
  }

  private static func add(_ route: String, _ kilometers: String, in context: ModelContext) throws {
    guard let length = Double(kilometers) else { throw UsageError() }
    let walk = Walk(day: .now, kilometers: length, route: try find(route, in: context))
    context.insert(walk)
    try context.save()
  }

  /// Finds the route with a name, or creates it.
  private static func find(_ name: String, in context: ModelContext) throws -> Route {
    let known = FetchDescriptor<Route>(predicate: #Predicate { $0.name == name })
    return try context.fetch(known).first ?? Route(name: name)
  }

  private static func list(in context: ModelContext) throws {
    var latest = FetchDescriptor<Walk>(sortBy: [SortDescriptor(\.day, order: .reverse)])
    latest.fetchLimit = 20
    for walk in try context.fetch(latest) {
      print(walk.route?.name ?? "no route", walk.kilometers)
    }
  }

  private static func remove(_ name: String, in context: ModelContext) throws {
    try context.delete(model: Route.self, where: #Predicate { $0.name == name })
    try context.save()
  }

  private static func watch(_ container: ModelContainer) async throws {
    let long = FetchDescriptor<Walk>(predicate: #Predicate { $0.kilometers >= 20 })
    for try await update in container.results(of: long) {
      print("\(update.identifiers.count) long walks")
    }
  }

  private static func sync(_ container: ModelContainer) async throws {
    guard let sync = container.storeSyncs.first else { throw NoContainerError() }
    try await sync.syncNow()
    print("synced with \(sync.containerIdentifier)")
  }
}

struct UsageError: Error, CustomStringConvertible {
  var description: String {
    "usage: walks add ROUTE KILOMETERS | list | remove ROUTE | watch | sync"
  }
}

struct NoContainerError: Error, CustomStringConvertible {
  var description: String { "the store has no CloudKit container: see step 9 of the tutorial" }
}
