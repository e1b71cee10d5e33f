// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A packing list by category, with weights.
package struct PackingSummary: Sendable, Hashable {
  /// The lines of a category, bag or person.
  package struct Group: Sendable, Hashable, Identifiable {
    package var name: String
    package var items: [PackingItemSnapshot]
    /// Kilograms of all pieces with a known weight.
    package var weight: Double
    package var packedCount: Int
    package var id: String { name }
  }

  package var categories: [Group]
  /// The lines by bag; lines without a bag are in the group without a name.
  package var bags: [Group]
  package var people: [Group]
  /// Kilograms of all pieces with a known weight.
  package var weight: Double
  package var packedWeight: Double
  package var itemCount: Int
  package var packedCount: Int
  /// The number of lines without a weight.
  package var unweighedCount: Int

  /// Creates the summary of the lines of a list.
  package init(_ items: [PackingItemSnapshot]) {
    let items = items.sorted {
      ($0.category, $0.position, $0.id.uuidString) < ($1.category, $1.position, $1.id.uuidString)
    }
    categories = Self.groups(items) { $0.category }
    bags = Self.groups(items) { $0.bag ?? "" }
    people = Self.groups(items) { $0.person ?? "" }
    weight = Self.weight(items)
    packedWeight = Self.weight(items.filter(\.isPacked))
    itemCount = items.count
    packedCount = items.count(where: \.isPacked)
    unweighedCount = items.count { $0.weight == nil }
  }

  private static func groups(
    _ items: [PackingItemSnapshot], _ key: (PackingItemSnapshot) -> String
  ) -> [Group] {
    Dictionary(grouping: items, by: key).sorted { $0.key < $1.key }.map { name, items in
      Group(
        name: name, items: items, weight: weight(items), packedCount: items.count(where: \.isPacked)
      )
    }
  }

  private static func weight(_ items: [PackingItemSnapshot]) -> Double {
    items.reduce(0) { $0 + ($1.weight ?? 0) * Double($1.quantity) }
  }
}

/// A template with its lines.
package struct PackingTemplateDetail: Sendable, Hashable, Identifiable {
  package var template: PackingTemplateSnapshot
  package var items: [PackingItemSnapshot]
  package var id: UUID { template.id }
}
