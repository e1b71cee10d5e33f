// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Sort descriptors as ORDER BY: the rows come in the order that `SortDescriptor` gives.
@Suite struct SortTranslationTests {
  @Test func ordersAsDescriptorsDo() throws {
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

  @Test func whatSQLCannotOrderIsLeftToSwift() throws {
    let fixture = try PredicateFixture(trips: 10)
    let descriptors: [SortDescriptor<Trek>] = [
      SortDescriptor(\.level), SortDescriptor(\.author?.name), SortDescriptor(\.name.count),
    ]
    for descriptor in descriptors {
      let (order, isExact) = try translate([descriptor], fixture)
      #expect(!isExact)
      #expect(order.prepare().sql == "\"t\".\"_pk\"")
    }
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
