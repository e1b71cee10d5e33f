// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of each thing that was to be saved or deleted.
package struct SyncResults<Item: Sendable, ID: Sendable>: Sendable {
  package var saved: [Item] = []
  package var failedSaves: [(item: Item, error: CKError)] = []
  package var deleted: [ID] = []
  package var failedDeletes: [(id: ID, error: CKError)] = []

  package init() {}

  /// All failed for one reason.
  init(_ items: [Item], _ ids: [ID], _ error: CKError) {
    failedSaves = items.map { ($0, error) }
    failedDeletes = ids.map { ($0, error) }
  }

  var isEmpty: Bool {
    saved.isEmpty && failedSaves.isEmpty && deleted.isEmpty && failedDeletes.isEmpty
  }
}
