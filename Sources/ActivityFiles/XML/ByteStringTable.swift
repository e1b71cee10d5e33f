// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Gives small numbers to byte strings, so that names are compared once and not for each element.
///
/// It holds a limited number of strings, so that a file of endless new names cannot fill the memory.
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

  /// The number of a string that the table already holds.
  func find(_ string: UnsafeBufferPointer<UInt8>) -> Int? {
    let place = place(of: string, hash: hash(string))
    return slots[place] < 0 ? nil : Int(slots[place])
  }

  /// The number of a string, which is added where it is new; nil where the table is full.
  mutating func intern(_ string: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = hash(string)
    let place = place(of: string, hash: hash)
    if slots[place] >= 0 { return Int(slots[place]) }
    guard entries.count < limit, string.count <= 1024 else { return nil }
    slots[place] = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry(offset: bytes.count, count: string.count, hash: hash))
    bytes.append(contentsOf: string)
    return entries.count - 1
  }

  /// The number of a string, which is added where it is new; nil where the table is full.
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

  /// The slot that holds the string, or the free slot where it would go.
  @inline(__always)
  private func place(of string: UnsafeBufferPointer<UInt8>, hash: UInt) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] >= 0 {
      let entry = entries[Int(slots[place])]
      if entry.hash == hash, entry.count == string.count, matches(entry, string) { break }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  @inline(__always)
  private func matches(_ entry: Entry, _ string: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<entry.count where bytes[entry.offset + index] != string[index] {
      return false
    }
    return true
  }
}
