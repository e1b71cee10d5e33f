// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What an operation that fetches keeps for the block from before there were results.
struct FormerFetch<ID: Hashable, Item> {
  var atEnd: (([ID: Item]?, (any Error)?) -> Void)?
  private(set) var fetched: [ID: Item] = [:]

  mutating func tell(_ id: ID, _ result: Result<Item, any Error>) {
    if case .success(let item) = result { fetched[id] = item }
  }
}

/// What an operation that saves and deletes keeps for the block from before there were results.
struct FormerModification<ID, Item> {
  var atEnd: (([Item]?, [ID]?, (any Error)?) -> Void)?
  private(set) var saved: [Item] = []
  private(set) var deleted: [ID] = []

  mutating func tell(_ id: ID, _ result: Result<Item, any Error>) {
    if case .success(let item) = result { saved.append(item) }
  }

  mutating func tell(_ id: ID, _ result: Result<Void, any Error>) {
    if case .success = result { deleted.append(id) }
  }
}
