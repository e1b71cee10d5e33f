// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An interning table that maps byte strings to small numbers, so that names are compared only
/// once.
///
/// The number of strings is limited, so that a file with endless new names cannot exhaust memory.
struct ByteStringTable {
  private struct Entry {
    var offset: Int
    var count: Int
    var hash: UInt
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var slots: [Int32]

  init(limit: Int) {
    self.limit = limit
    var size = 16
    while size < limit * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
  }

  /// Returns the number of a string in the table; nil if it is not there.
  func find(_ string: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slot(of: string, hash: hash(string))
    return slots[slot] < 0 ? nil : Int(slots[slot])
  }

  /// Returns the number of a string, adding it if it is new; nil if the table is full.
  mutating func intern(_ string: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = hash(string)
    let slot = slot(of: string, hash: hash)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    guard entries.count < limit, string.count <= 1024 else { return nil }
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(offset: bytes.count, count: string.count, hash: hash))
    bytes.append(contentsOf: string)
    return entries.count - 1
  }

  /// Returns the number of a string, adding it if it is new; nil if the table is full.
  mutating func intern(_ string: String) -> Int? {
    var string = string
    return string.withUTF8 { intern($0) }
  }

  @inline(__always)
  private func hash(_ string: UnsafeBufferPointer<UInt8>) -> UInt {
    var hash: UInt = 0xCBF2_9CE4
    for byte in string {
      hash = (hash ^ UInt(byte)) &* 0x0100_0193
    }
    return hash ^ (hash >> 15)
  }

  /// Returns the slot of the string, or the free slot for it.
  @inline(__always)
  private func slot(of string: UnsafeBufferPointer<UInt8>, hash: UInt) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, entry.count == string.count, matches(entry, string) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  @inline(__always)
  private func matches(_ entry: Entry, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<entry.count where bytes[entry.offset + index] != string[index] {
      return false
    }
    return true
  }
}
