// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Key paths through optional relationships, which have the types and hashes of composed ones.
///
/// In optimized builds of several object files, SQL sorts by such key paths only if that holds.
@Suite(.timeLimit(.minutes(15))) struct ComposedKeyPathTests {
  /// The type and the hash of a key path.
  private struct Identity: Hashable {
    let type: ObjectIdentifier
    let hash: Int

    init(_ path: AnyKeyPath) {
      type = ObjectIdentifier(Swift.type(of: path))
      hash = path.hashValue
    }
  }

  private func composed(_ relationship: AnyKeyPath, _ type: (some PersistentModel).Type)
    -> [AnyKeyPath]
  {
    type._$optionalKeyPaths.compactMap { relationship.appending(path: $0) }
  }

  @Test func `a key path through an optional relationship equals a composed one`() {
    let paths = Set(composed(\Stop.trip, Trip.self).map(Identity.init))
    #expect(paths.count == Trip.schemaMetadata.count)
    #expect(paths.contains(Identity(\Stop.trip?.name)))
    #expect(paths.contains(Identity(\Stop.trip?.rating)))
    #expect(paths.contains(Identity(\Stop.trip?.note)))
    #expect(paths.contains(Identity(\Stop.trip?.stops)))
    #expect(!paths.contains(Identity(\Stop.trip?.selections)))
    #expect(!paths.contains(Identity(\Stop.trip)))
  }

  @Test func `a key path through two optional relationships equals a composed one`() {
    let paths = Set(
      composed(\Runner.next, Runner.self).flatMap { path in
        type(of: path).valueType == Runner?.self ? composed(path, Runner.self) : []
      }.map(Identity.init))
    #expect(paths.contains(Identity(\Runner.next?.next?.name)))
    #expect(paths.contains(Identity(\Runner.next?.next?.next)))
    #expect(!paths.contains(Identity(\Runner.next?.name)))
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
