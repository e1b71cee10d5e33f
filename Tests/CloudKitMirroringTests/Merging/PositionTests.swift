// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// Fractional indexes.
@Suite struct PositionTests {
  @Test(arguments: [true, false])
  func `a run of 100,000 inserts at one position needs at most 24 characters`(isForwards: Bool)
    throws
  {
    let ends = Position.between(nil, and: nil, count: 2, node: 1)
    var (left, right) = (ends[0], ends[1])
    var longest = 0
    var isOrdered = true
    for _ in 0..<100_000 {
      let next = Position.between(left, and: right, node: 2)
      isOrdered = isOrdered && left.text < next.text && next.text < right.text
      longest = max(longest, next.text.utf8.count)
      if isForwards { left = next } else { right = next }
    }
    #expect(isOrdered)
    #expect(longest <= 24)
  }

  @Test func `appending or prepending 100,000 elements needs at most 16 characters`() {
    var places = Position.between(nil, and: nil, count: 100_000, node: 1)
    #expect(places.map(\.text.utf8.count).max() ?? 0 <= 16)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.text < $1.text })
    var first = places[0]
    var isOrdered = true
    for _ in 0..<100_000 {
      let next = Position.between(nil, and: first, node: 2)
      isOrdered = isOrdered && next.text < first.text
      first = next
    }
    #expect(isOrdered)
    #expect(first.text.utf8.count <= 16)
    places = []
  }

  @Test func `alternating inserts on both sides add at most 7 characters each`() {
    var (left, right) = (Position?.none, Position?.none)
    for index in 0..<2_000 {
      let next = Position.between(left, and: right, node: UInt64(index % 3 + 1))
      if let left { #expect(left.text < next.text) }
      if let right { #expect(next.text < right.text) }
      if index % 2 == 0 { left = next } else { right = next }
    }
    #expect(left?.text.utf8.count ?? 0 <= 7 * 2_000)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random inserts by five devices stay in order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var list: [Position] = []
    for _ in 0..<2_000 {
      let place = Int.random(in: 0...list.count, using: &generator)
      let node = UInt64.random(in: 1...5, using: &generator)
      let next = Position.between(
        place > 0 ? list[place - 1] : nil, and: place < list.count ? list[place] : nil, node: node)
      list.insert(next, at: place)
      #expect(Position(next.text) == next)
    }
    let texts = list.map(\.text)
    #expect(texts == texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(Set(texts).count == texts.count)
    #expect(list == list.sorted())
    #expect(texts.map(\.utf8.count).max() ?? 0 < 150)
  }

  @Test func `concurrent runs at one position are not interleaved`() {
    let ends = Position.between(nil, and: nil, count: 2, node: 1)
    let first = Position.between(ends[0], and: ends[1], count: 5, node: 2)
    let second = Position.between(ends[0], and: ends[1], count: 5, node: 3)
    #expect((second + first).sorted() == first + second)
  }

  @Test func `a position exists between two concurrent inserts at one position`() {
    let ends = Position.between(nil, and: nil, count: 2, node: 1)
    let first = Position.between(ends[0], and: ends[1], node: 2)
    let second = Position.between(ends[0], and: ends[1], node: 3)
    for node: UInt64 in [2, 3, 4] {
      let between = Position.between(first, and: second, node: node)
      #expect(first < between && between < second)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `one move changes at most one position, and a shuffled list becomes sorted`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var places: [Position?] = Position.between(nil, and: nil, count: 40, node: 1)
    let moved = places.remove(at: .random(in: 0..<40, using: &generator))
    places.insert(moved, at: .random(in: 0..<40, using: &generator))
    #expect(Position.changes(for: places, node: 2).count <= 1)
    for _ in 0..<10 { places[.random(in: 0..<40, using: &generator)] = nil }
    places.shuffle(using: &generator)
    places[3] = places[4]
    for (index, place) in Position.changes(for: places, node: 2) { places[index] = place }
    let arranged = places.compactMap(\.self)
    #expect(arranged.count == 40)
    #expect(zip(arranged, arranged.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Position.changes(for: places, node: 3).isEmpty)
  }

  @Test func `between positions out of order, the new one follows the first`() {
    let ends = Position.between(nil, and: nil, count: 2, node: 1)
    #expect(Position.between(ends[1], and: ends[0], node: 2) > ends[1])
    #expect(Position.between(ends[0], and: ends[0], node: 2) > ends[0])
  }

  @Test(arguments: ["", "a", "V", "V0000 ", "zzzzzzz", "Vé0000", "V-ABC"])
  func `malformed texts are not positions`(text: String) {
    #expect(Position(text) == nil)
  }

  @Test func `between random distinct positions there is always another`() {
    var generator = SeededGenerator(seed: 5)
    let letters = Array("-09AVZ_az")
    var places: [Position] = []
    for _ in 0..<50_000 {
      let count = Int.random(in: 1...24, using: &generator)
      let text = String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "-" })
      if let place = Position(text) { places.append(place) }
    }
    #expect(places.count > 100)
    places.sort()
    var isOrdered = true
    for (left, right) in zip(places, places.dropFirst()) where left != right {
      isOrdered = isOrdered && left.text < right.text
      let middle = Position.between(left, and: right, node: generator.next())
      isOrdered = isOrdered && left.text < middle.text && middle.text < right.text
    }
    #expect(isOrdered)
  }
}
