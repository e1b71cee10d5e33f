// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Sort descriptors as ORDER BY: the rows have the order of `SortDescriptor`.
@Suite struct SortTranslationTests {
  @Test func `ORDER BY sorts attributes as SortDescriptor does`() throws {
    let fixture = try PredicateFixture()
    for order in [SortOrder.forward, .reverse] {
      let descriptors: [SortDescriptor<Trek>] = [
        SortDescriptor(\.name, order: order), SortDescriptor(\.note, order: order),
        SortDescriptor(\.name, comparator: .lexical, order: order),
        SortDescriptor(\.miles, order: order), SortDescriptor(\.load, order: order),
        SortDescriptor(\.steps, order: order), SortDescriptor(\.optional, order: order),
        SortDescriptor(\.start, order: order), SortDescriptor(\.end, order: order),
        SortDescriptor(\.uuid, order: order), SortDescriptor(\.otherUUID, order: order),
        SortDescriptor(\.cost, order: order), SortDescriptor(\.otherCost, order: order),
        SortDescriptor(\.stops.count, order: order), SortDescriptor(\.labels.count, order: order),
      ]
      for (index, descriptor) in descriptors.enumerated() {
        try check([descriptor], fixture, isExact: true, index)
        try check([SortDescriptor(\.steps), descriptor], fixture, isExact: true, index)
      }
    }
    try check([], fixture, isExact: true, -1)
  }

  @Test func `ORDER BY sorts by relationships, composites and enumerations`() throws {
    let fixture = try PredicateFixture(seed: 2, trips: 120)
    for order in [SortOrder.forward, .reverse] {
      let descriptors: [SortDescriptor<Trek>] = [
        SortDescriptor(\.author?.name, order: order), SortDescriptor(\.author?.age, order: order),
        SortDescriptor(\.author?.boss?.name, order: order),
        SortDescriptor(\.gear.weight, order: order), SortDescriptor(\.gear.renamed, order: order),
        SortDescriptor(\.kit.maker.city, order: order),
        SortDescriptor(\.kit.maker.zip, order: order),
        SortDescriptor(\.kit.cost, order: order), SortDescriptor(\.kit.mood, order: order),
        SortDescriptor(\.kit.second?.founded, order: order),
        SortDescriptor(\.spare?.maker.rating, order: order),
        SortDescriptor(\.spare?.second?.city, order: order),
        SortDescriptor(\.level, order: order), SortDescriptor(\.mood, order: order),
        SortDescriptor(\.otherMood, order: order),
      ]
      for (index, descriptor) in descriptors.enumerated() {
        try check([descriptor], fixture, isExact: true, index)
      }
    }
  }

  @Test func `standard comparators sort in SQL`() throws {
    let fixture = try PredicateFixture(seed: 3, trips: 60)
    let explicit = String.StandardComparator.localizedStandard
    var backwards = String.StandardComparator.localized
    backwards.order = .reverse
    let descriptors: [SortDescriptor<Trek>] = [
      SortDescriptor(\.name, comparator: .localizedStandard),
      SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse),
      SortDescriptor(\.name, comparator: .localized), SortDescriptor(\.name, comparator: explicit),
      SortDescriptor(\.name, comparator: backwards),
      SortDescriptor(\.name, comparator: .lexical), SortDescriptor(\.note, comparator: .lexical),
      SortDescriptor(\.note, comparator: .localizedStandard),
      SortDescriptor(\.note, comparator: .localized, order: .reverse),
      SortDescriptor(\.author?.name, comparator: .localizedStandard),
      SortDescriptor(\.author?.name, comparator: .lexical, order: .reverse),
      SortDescriptor(\.gear.brand, comparator: .localizedStandard),
    ]
    for (index, descriptor) in descriptors.enumerated() {
      try check([descriptor], fixture, isExact: true, index)
    }
    let rules = StringCollator.localizedStandard.rules
    #expect(
      try sql(SortDescriptor(\.name), fixture)
        == "cairn_localized_standard_key(\"t\".\"name\", '\(rules)')")
    #expect(
      try sql(SortDescriptor(\.name, comparator: .localized), fixture)
        == "cairn_localized_key(\"t\".\"name\")")
    #expect(
      try sql(SortDescriptor(\.name, comparator: .lexical), fixture)
        == "\"t\".\"name\" COLLATE cairn_text")
  }

  @Test func `a descriptor of a generic function sorts in the default order`() throws {
    func generic<Value: Comparable>(_ path: any KeyPath<Trek, Value> & Sendable) -> SortDescriptor<
      Trek
    > {
      SortDescriptor(path, order: .reverse)
    }
    func unconstrained<Root>(
      _ path: any KeyPath<Root, String?> & Sendable
    ) -> SortDescriptor<Root> {
      SortDescriptor(path, comparator: .localizedStandard)
    }
    let fixture = try PredicateFixture(seed: 4, trips: 40)
    for descriptor in [generic(\Trek.name), unconstrained(\Trek.note)] {
      #expect(descriptor.stringComparator == .localizedStandard)
      let translated = try translate([descriptor], fixture)
      #expect(translated.isExact)
      let keys = try fixture.run("SELECT _pk FROM \"Trek\" AS \"t\" ORDER BY \(translated.order)")
      let names = SortDescriptor(\Trek.name, order: .reverse)
      let notes = SortDescriptor(\Trek.note)
      let sorted = fixture.trips.sorted { one, two in
        let order = (descriptor.order == .reverse ? names : notes).compare(one, two)
        return order == .orderedSame
          ? one.persistentModelID.key < two.persistentModelID.key : order == .orderedAscending
      }
      #expect(keys == sorted.map(\.persistentModelID.key))
    }
  }

  @Test func `sorts that SQL cannot express are left to Swift`() throws {
    let fixture = try PredicateFixture(trips: 10)
    let descriptors: [SortDescriptor<Trek>] = [
      SortDescriptor(\.name.count), SortDescriptor(\.gear.doubled), SortDescriptor(\.tags.count),
      SortDescriptor(\.author!.name), SortDescriptor(\.coded.value),
    ]
    for descriptor in descriptors {
      let (order, isExact) = try translate([descriptor], fixture)
      #expect(!isExact)
      #expect(order.prepare().sql == "\"t\".\"_pk\"")
    }
  }

  /// The ORDER BY term of a descriptor.
  private func sql(_ sort: SortDescriptor<Trek>, _ fixture: PredicateFixture) throws -> String {
    let sql = try translate([sort], fixture).order.prepare().sql
    return String(sql.prefix(sql.count - ", \"t\".\"_pk\"".count))
  }

  private func translate(_ sort: [SortDescriptor<Trek>], _ fixture: PredicateFixture) throws
    -> (order: SQLFragment, isExact: Bool)
  {
    let translator = PredicateTranslator(
      layout: fixture.layout, storeIdentifier: fixture.storeIdentifier)
    let entity = try #require(fixture.layout.entity(for: Trek.self))
    return translator.translate(sort, entity: entity, alias: "t")
  }

  private func check(
    _ sort: [SortDescriptor<Trek>], _ fixture: PredicateFixture, isExact: Bool, _ index: Int
  ) throws {
    let translated = try translate(sort, fixture)
    #expect(translated.isExact == isExact, "descriptor \(index)")
    let keys = try fixture.run("SELECT _pk FROM \"Trek\" AS \"t\" ORDER BY \(translated.order)")
    let sorted = fixture.trips.sorted { one, two in
      for descriptor in sort {
        switch descriptor.compare(one, two) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return one.persistentModelID.key < two.persistentModelID.key
    }
    #expect(keys == sorted.map(\.persistentModelID.key), "descriptor \(index)")
  }
}
