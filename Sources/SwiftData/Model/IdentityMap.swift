// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// The models of one entity that a context has in memory, by key.
///
/// The map stores addresses without retaining the models. A model removes itself when it is
/// deinitialized (see ``_ModelState``), under the map's lock. A lookup retains the model with
/// `swift_tryRetain`, which fails while the model is being deinitialized. A lookup therefore never
/// returns a dead model, whichever thread releases the last reference.
package final class IdentityMap: Sendable {
  /// An open-addressing hash table with Robin Hood hashing.
  ///
  /// An entry that is far from its home slot displaces an entry that is closer to its own, so that
  /// lookups and deletions end early even in long runs of keys. Deletion shifts entries back
  /// instead of leaving tombstones.
  private struct Table: @unchecked Sendable {
    // Accessed only under the map's lock.
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

    /// The home slot of a key.
    ///
    /// Consecutive keys have adjacent slots, since most lookups are of consecutive keys. Blocks of
    /// `capacity` keys are mixed, so that keys at regular intervals don't collide.
    func start(_ key: Int64) -> Int {
      let key = UInt64(bitPattern: key)
      let block = key >> UInt64(capacity.trailingZeroBitCount)
      return Int(truncatingIfNeeded: key ^ (block &* 0x9E37_79B9_7F4A_7C15)) & (capacity - 1)
    }

    /// The distance of the entry at an index from its home slot.
    func distance(_ index: Int) -> Int { (index &- start(keys[index])) & (capacity - 1) }

    /// The index of a key; nil if the table does not contain it.
    func find(_ key: Int64) -> Int? {
      var index = start(key)
      var distance = 0
      while objects[index] != nil {
        if keys[index] == key { return index }
        // Insertion would have displaced this entry.
        if self.distance(index) < distance { return nil }
        index = (index + 1) & (capacity - 1)
        distance += 1
      }
      return nil
    }

    mutating func set(_ key: Int64, _ object: UnsafeMutableRawPointer) {
      if let index = find(key) {
        objects[index] = object
        return
      }
      if (count + 1) * 8 > capacity * 7 { grow() }
      count += 1
      var (key, object) = (key, object)
      var index = start(key)
      var distance = 0
      while let other = objects[index] {
        let otherDistance = self.distance(index)
        if otherDistance < distance {
          let otherKey = keys[index]
          (keys[index], objects[index]) = (key, object)
          (key, object, distance) = (otherKey, other, otherDistance)
        }
        index = (index + 1) & (capacity - 1)
        distance += 1
      }
      (keys[index], objects[index]) = (key, object)
    }

    mutating func grow() {
      var larger = Table(capacity: capacity * 2)
      for index in 0..<capacity {
        if let object = objects[index] { larger.set(keys[index], object) }
      }
      deallocate()
      self = larger
    }

    mutating func remove(at index: Int) {
      var hole = index
      var next = (hole + 1) & (capacity - 1)
      // Shift back the entries that are not in their home slots, up to the first that is.
      while let object = objects[next], distance(next) > 0 {
        keys[hole] = keys[next]
        objects[hole] = object
        hole = next
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

  /// The live model with a key.
  package func object(for key: Int64) -> AnyObject? {
    let retained: UnsafeMutableRawPointer? = table.withLock { table in
      guard let index = table.find(key), let pointer = table.objects[index] else { return nil }
      return swift_tryRetain(pointer)
    }
    return retained.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  /// Registers a model under its key, replacing any other.
  package func set(_ pointer: UnsafeMutableRawPointer, for key: Int64) {
    table.withLock { $0.set(key, pointer) }
  }

  /// Removes a key if it still maps to that address.
  package func remove(_ key: Int64, pointer: UnsafeMutableRawPointer) {
    table.withLock { table in
      guard let index = table.find(key), table.objects[index] == pointer else { return }
      table.remove(at: index)
    }
  }

  /// True if no model is registered.
  package var isEmpty: Bool { table.withLock { $0.count == 0 } }

  /// All live models.
  package func all() -> [AnyObject] {
    let retained: [UnsafeMutableRawPointer] = table.withLock { table in
      (0..<table.capacity).compactMap { table.objects[$0].flatMap { swift_tryRetain($0) } }
    }
    return retained.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }
}
