// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Key paths through optional relationships, which equal key paths that the framework composes.
///
/// In optimized builds of several object files, SQL sorts by such key paths only if they are equal.
@Suite(.timeLimit(.minutes(15))) struct ComposedKeyPathTests {
  private func composed(_ relationship: AnyKeyPath, _ type: (some PersistentModel).Type)
    -> Set<AnyKeyPath>
  {
    Set(type._$optionalKeyPaths.compactMap { relationship.appending(path: $0) })
  }

  @Test func `a key path through an optional relationship equals a composed one`() {
    let paths = composed(\Stop.trip, Trip.self)
    #expect(paths.count == Trip.schemaMetadata.count)
    #expect(paths.contains(\Stop.trip?.name))
    #expect(paths.contains(\Stop.trip?.rating))
    #expect(paths.contains(\Stop.trip?.note))
    #expect(paths.contains(\Stop.trip?.stops))
    #expect(!paths.contains(\Stop.trip?.selections))
    #expect(!paths.contains(\Stop.trip))
  }

  @Test func `a key path through two optional relationships equals a composed one`() {
    let paths = composed(\Runner.next, Runner.self).flatMap { path in
      type(of: path).valueType == Runner?.self ? composed(path, Runner.self) : []
    }
    #expect(paths.contains(\Runner.next?.next?.name))
    #expect(paths.contains(\Runner.next?.next?.next))
    #expect(!paths.contains(\Runner.next?.name))
  }

  @Test func `SQL sorts by a property behind three optional relationships`() throws {
    let container = try ModelContainer(
      for: Runner.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let runners = ["c", "a", "b", "d"].map { Runner($0) }
    for (index, runner) in runners.enumerated() {
      context.insert(runner)
      runner.next = index + 1 < runners.count ? runners[index + 1] : nil
    }
    try context.save()
    let order = [SortDescriptor(\Runner.next?.next?.name), SortDescriptor(\Runner.name)]
    let sorted = try context.fetch(FetchDescriptor(sortBy: order))
    #expect(sorted.map(\.name) == ["b", "d", "c", "a"])
    let deep = [SortDescriptor(\Runner.next?.next?.next?.name, order: .reverse)]
    #expect(try context.fetch(FetchDescriptor(sortBy: deep)).first?.name == "c")
  }
}

@Model
final class Runner {
  var name: String
  @Relationship(inverse: nil) var next: Runner?

  init(_ name: String) { self.name = name }
}
