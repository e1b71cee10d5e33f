// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// The models of one entity that a context has in memory, by key.
///
/// It does not keep them alive.
///
/// Addresses are held without a reference. A model takes itself out when it goes (see
/// ``_ModelState``), under the same lock, and a search retains what it finds with
/// `swift_tryRetain`, which fails for a model that is just being destroyed: so a search never
/// returns a dead model, on whichever thread the last reference is dropped.
package final class IdentityMap: Sendable {
  /// Open addressing with linear probing; deletion shifts back, so there are no tombstones.
  private struct Table: @unchecked Sendable {
    // Only touched under the map's lock.
    var keys: UnsafeMutablePointer<Int64>
    var objects: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    var capacity: Int
    var count = 0

    init(capacity: Int) {
      self.capacity = capacity
      keys = .allocate(capacity: capacity)
      keys.initialize(repeating: 0, count: capacity)
      objects = .allocate(capacity: capacity)
      objects.initialize(repeating: nil, count: capacity)
    }

    func deallocate() {
      keys.deallocate()
      objects.deallocate()
    }

    func start(_ key: Int64) -> Int {
      let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
      return Int(mixed >> 20) & (capacity - 1)
    }

    /// Where the key is, or the empty place where it would go.
    func place(_ key: Int64) -> Int {
      var index = start(key)
      while objects[index] != nil, keys[index] != key { index = (index + 1) & (capacity - 1) }
      return index
    }

    mutating func set(_ key: Int64, _ object: UnsafeMutableRawPointer) {
      if (count + 1) * 4 > capacity * 3 { grow() }
      let index = place(key)
      if objects[index] == nil { count += 1 }
      keys[index] = key
      objects[index] = object
    }

    mutating func grow() {
      var larger = Table(capacity: capacity * 2)
      for index in 0..<capacity {
        guard let object = objects[index] else { continue }
        let place = larger.place(keys[index])
        larger.keys[place] = keys[index]
        larger.objects[place] = object
      }
      larger.count = count
      deallocate()
      self = larger
    }

    mutating func remove(at index: Int) {
      var hole = index
      var next = (hole + 1) & (capacity - 1)
      while objects[next] != nil {
        let home = start(keys[next])
        // Move back what would no longer be reached from its home.
        if (next &- home) & (capacity - 1) >= (next &- hole) & (capacity - 1) {
          keys[hole] = keys[next]
          objects[hole] = objects[next]
          hole = next
        }
        next = (next + 1) & (capacity - 1)
      }
      objects[hole] = nil
      count -= 1
    }
  }

  private let table: Mutex<Table>

  package init() {
    table = Mutex(Table(capacity: 16))
  }

  deinit {
    table.withLock { $0.deallocate() }
  }

  /// The living model with that key.
  package func object(for key: Int64) -> AnyObject? {
    let retained: UnsafeMutableRawPointer? = table.withLock { table in
      guard let pointer = table.objects[table.place(key)] else { return nil }
      return swift_tryRetain(pointer)
    }
    return retained.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// Notes a model under its key, in place of any other.
  package func set(_ pointer: UnsafeMutableRawPointer, for key: Int64) {
    table.withLock { $0.set(key, pointer) }
  }

  /// Forgets a key if it still stands for that address.
  package func remove(_ key: Int64, pointer: UnsafeMutableRawPointer) {
    table.withLock { table in
      let index = table.place(key)
      if table.objects[index] == pointer { table.remove(at: index) }
    }
  }

  /// True if no model is noted.
  package var isEmpty: Bool { table.withLock { $0.count == 0 } }

  /// All living models.
  package func all() -> [AnyObject] {
    let retained: [UnsafeMutableRawPointer] = table.withLock { table in
      (0..<table.capacity).compactMap { table.objects[$0].flatMap { swift_tryRetain($0) } }
    }
    return retained.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }
}
