// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The keys of the rows of one table in the row cache.
///
/// The table has an entry for each row of the cache, for each target that the cache lacks, and for the rows that were
/// deleted last. Identifiers of older deleted rows are removed, so that its size follows that of the cache.
package final class KeyTable {
  /// The number of deleted rows whose identifiers stay known.
  package static let retainedCount = 10_000

  private var byInteger: [Int64: Int64] = [:]
  private var byText: [String: Int64] = [:]
  private var byTemporary: [Int64: Int64] = [:]
  /// The entries by key, which begin at 1; nil for a page without entries.
  private var pages: [Page?] = []
  /// The keys of rows that were removed, oldest first.
  private var removed: [Int64] = []
  /// The reserved keys that no row has yet.
  var free: Range<Int64> = 0..<0

  package init() {}

  /// The identifier, entity and snapshot of a key.
  package struct Entry {
    package internal(set) var identifier: PersistentIdentifier?
    /// The entity of the row; negative if the key has none.
    var entity: Int32
    /// Whether the cache has the row.
    package internal(set) var hasRow: Bool
    /// The values that the cache was written from, if they are known.
    var values: SnapshotValues?
    /// Whether the key is among the removed ones.
    fileprivate var isRemoved = false

    init(
      identifier: PersistentIdentifier? = nil, entity: Int32 = -1, hasRow: Bool = false,
      values: SnapshotValues? = nil
    ) {
      self.identifier = identifier
      self.entity = entity
      self.hasRow = hasRow
      self.values = values
    }

    fileprivate var isUnused: Bool { identifier == nil && !hasRow }
  }

  /// The entries of consecutive keys.
  private final class Page {
    static let size = 256
    var entries = [Entry](repeating: Entry(), count: Page.size)
    /// The number of used entries.
    var count = 0
  }

  /// The upper bound of the keys.
  var endKey: Int64 { Int64(pages.count * Page.size) }

  /// The number of keys with an identifier or a row.
  package var count: Int { pages.reduce(0) { $0 + ($1?.count ?? 0) } }

  /// The key of an identifier.
  package func key(of identifier: PersistentIdentifier) -> Int64? {
    if identifier.storeIdentifier == nil { return byTemporary[identifier.key] }
    if let text = identifier.foreignKey { return byText[text] }
    return byInteger[identifier.key]
  }

  package internal(set) subscript(key: Int64) -> Entry {
    get {
      guard key > 0, key < endKey, let page = pages[Int(key) / Page.size] else { return Entry() }
      return page.entries[Int(key) % Page.size]
    }
    set {
      let index = Int(key) / Page.size
      if newValue.isUnused, index >= pages.count || pages[index] == nil { return }
      while pages.count <= index { pages.append(nil) }
      let page = pages[index] ?? Page()
      let former = page.entries[Int(key) % Page.size].isUnused
      page.entries[Int(key) % Page.size] = newValue
      page.count += (former ? 1 : 0) - (newValue.isUnused ? 1 : 0)
      pages[index] = page.count == 0 ? nil : page
    }
  }

  /// Calls `body` for each used key.
  func forEach(_ body: (Int64, Entry) -> Void) {
    for (index, page) in pages.enumerated() {
      guard let page else { continue }
      for (offset, entry) in page.entries.enumerated() where !entry.isUnused {
        body(Int64(index * Page.size + offset), entry)
      }
    }
  }

  /// Assigns an identifier to a key, in place of a former one.
  package func assign(_ identifier: PersistentIdentifier, to key: Int64, entity: Int) {
    forget(key)
    var entry = self[key]
    entry.identifier = identifier
    entry.entity = Int32(entity)
    self[key] = entry
    if identifier.storeIdentifier == nil {
      byTemporary[identifier.key] = key
    } else if let text = identifier.foreignKey {
      byText[text] = key
    } else {
      byInteger[identifier.key] = key
    }
  }

  /// Removes the identifier of a key from the lookup.
  func forget(_ key: Int64) {
    guard let identifier = self[key].identifier, self.key(of: identifier) == key else { return }
    if identifier.storeIdentifier == nil {
      byTemporary[identifier.key] = nil
    } else if let text = identifier.foreignKey {
      byText[text] = nil
    } else {
      byInteger[identifier.key] = nil
    }
  }

  /// Marks a key as one without a row; its identifier stays known for a while.
  package func remove(_ key: Int64) {
    var entry = self[key]
    entry.hasRow = false
    entry.values = nil
    if !entry.isRemoved, !entry.isUnused {
      entry.isRemoved = true
      removed.append(key)
    }
    self[key] = entry
  }

  /// Removes the identifiers of the rows that were removed first, before a transaction.
  package func forgetRemoved() {
    let excess = removed.count - Self.retainedCount
    if excess <= 0 { return }
    for key in removed.prefix(excess) {
      var entry = self[key]
      entry.isRemoved = false
      if entry.hasRow {
        self[key] = entry
      } else {
        forget(key)
        self[key] = Entry()
      }
    }
    removed.removeFirst(excess)
  }

  /// Restores the state of the rows after a rollback, and removes the keys of new models.
  func restore(rows: Set<Int64>) {
    for key in 1..<Swift.max(1, endKey) {
      var entry = self[key]
      if entry.isUnused, !rows.contains(key) { continue }
      entry.hasRow = rows.contains(key)
      entry.values = nil
      if entry.identifier?.isTemporary == true, !entry.hasRow {
        forget(key)
        entry = Entry()
      }
      self[key] = entry
    }
    free = 0..<0
  }
}
