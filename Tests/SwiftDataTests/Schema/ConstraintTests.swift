// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// `#Unique` and `#Index` in the store.
@Suite struct ConstraintTests {
  @Model
  final class Manifold {
    @Relationship(.unique) var trips: [Trip] = []
  }

  @Model
  final class Nested {
    #Unique<Nested>([\.address.street])
    var address: Catalogue.Address

    init(address: Catalogue.Address) { self.address = address }
  }

  @Model
  final class Twice {
    #Index<Twice>([\.name, \.name])
    var name = ""
  }

  @Model
  final class Sparse {
    #Unique<Sparse>([\.code], [])
    #Index<Sparse>([], [\.name])
    var code = 0
    var name = ""
  }

  @Model
  final class Worded {
    #Index<Worded>(.rtree([\.name]))
    var name = ""
  }

  @Model
  final class Holder {
    #Unique<Holder>([\.trips])
    var trips: [Trip] = []
  }

  private func open(_ type: any PersistentModel.Type) throws -> ModelContainer {
    try ModelContainer(for: type, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func `a compound constraint permits models that share some of its values`() throws {
    let container = try open(Catalogue.Place.self)
    let context = ModelContext(container)
    let mayors = (1...3).map {
      Catalogue.Person(address: .init(street: "High Street", number: $0))
    }
    context.insert(Catalogue.Place(name: "Bath", country: "GB", code: 1, mayor: mayors[0]))
    context.insert(Catalogue.Place(name: "Bath", country: "US", code: 2, mayor: mayors[1]))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Catalogue.Place>()) == 2)
    context.insert(Catalogue.Place(name: "Bath", country: "GB", code: 3, mayor: mayors[2]))
    try context.save()
    let codes = try context.fetch(
      FetchDescriptor<Catalogue.Place>(sortBy: [SortDescriptor(\.code)])
    ).map(\.code)
    #expect(codes == [2, 3])
  }

  @Test func `an empty list in a constraint has no effect`() throws {
    let context = ModelContext(try open(Sparse.self))
    context.insert(Sparse())
    context.insert(Sparse())
    let other = Sparse()
    other.code = 1
    context.insert(other)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Sparse>()) == 2)
    let entity = try #require(context.container.schema.entity(for: Sparse.self))
    #expect(entity.uniquenessConstraints == [["code"]] && entity.indices == [["name"]])
  }

  @Test func `a constraint on a key path without a column is rejected by name`() {
    for (type, words) in [
      (Nested.self as any PersistentModel.Type, "#Unique of Nested"),
      (Holder.self, "#Unique of Holder"), (Manifold.self, "Manifold.trips is a to-many"),
      (Twice.self, "#Index of Twice"),
      (Worded.self, "Worded names name in an .rtree"),
    ] {
      let error = #expect(throws: SwiftDataError.self) { try open(type) }
      #expect(error == .unsupportedKeyPath)
      #expect(error?.errorDescription?.contains(words) == true)
    }
  }
}
