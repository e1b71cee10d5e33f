// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData
import Testing

/// The encoding of chunks, and the assignment of rows to them.
@Suite struct SeriesChunkTests {
  /// A track like those of a watch: one point a second, along a random walk.
  private func track(_ count: Int, seed: UInt64) -> SeriesChunk {
    var generator = SeededGenerator(seed: seed)
    var (latitude, longitude, altitude) = (47.3769, 8.5417, 408.2)
    let start = 800_000_000.123_456
    let rows: [[SQLValue]] = (0..<count).map { index in
      latitude += .random(in: -2e-5...2e-5, using: &generator)
      longitude += .random(in: -2e-5...2e-5, using: &generator)
      altitude += .random(in: -0.5...0.5, using: &generator)
      return [
        .real(start + Double(index)), .real((latitude * 1e7).rounded() / 1e7),
        .real((longitude * 1e7).rounded() / 1e7), .real((altitude * 10).rounded() / 10),
        .integer(Int64.random(in: 90...160, using: &generator)),
        index % 7 == 0 ? .null : .real(.random(in: 0...3, using: &generator)), .text("outdoor"),
      ]
    }
    return SeriesChunk(
      columns: ["timestamp", "latitude", "longitude", "altitude", "heartRate", "speed", "kind"],
      rows: rows)
  }

  @Test func `a two-hour track takes eight chunks of less than 25 kB`() throws {
    let track = track(7_200, seed: 1)
    var plan = SeriesPlan(capacity: SeriesLayout.rowsPerChunk)
    var chunks: [Int: [[SQLValue]]] = [:]
    for row in track.rows {
      guard case .real(let time) = row[0] else { continue }
      chunks[plan.place(time), default: []].append(row)
    }
    #expect(chunks.count == 8)
    for rows in chunks.values {
      let chunk = SeriesChunk(columns: track.columns, rows: rows)
      let bytes = chunk.encoded()
      #expect(bytes.count < 25_000)
      #expect(try SeriesChunk(decoding: bytes) == chunk)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `values of all types, also mixed in a column, survive encoding`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func value(_ kind: Int) -> SQLValue {
      switch kind {
      case 0: return .integer(Int64(bitPattern: generator.next()))
      case 1: return .real(Double(bitPattern: generator.next() & ~(1 << 62)))
      case 2:
        return .real(
          [0.0, -0.0, .infinity, .leastNonzeroMagnitude, 1e300].randomElement(using: &generator)
            ?? 0)
      case 3: return .text(["", "a", "é\u{0}", "e\u{301}"].randomElement(using: &generator) ?? "")
      case 4: return .text(String(generator.next(), radix: 36))
      case 5: return .blob(Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }))
      case 6: return .blob(Data(count: Int.random(in: 0..<4, using: &generator)))
      case 7: return .null
      case 8: return .real(Double(Int.random(in: -900...900, using: &generator)) / 100)
      default: return value(Int.random(in: 0..<9, using: &generator))
      }
    }
    let count = Int.random(in: 0...40, using: &generator)
    let rows = (0..<count).map { _ in
      (0..<10).map { kind in
        Int.random(in: 0..<4, using: &generator) == 0 && seed % 2 == 0 ? .null : value(kind)
      }
    }
    let chunk = SeriesChunk(columns: (0..<10).map { "column\($0)" }, rows: rows)
    let read = try SeriesChunk(decoding: chunk.encoded())
    #expect(read.columns == chunk.columns)
    #expect(read.rows.count == count)
    for (left, right) in zip(read.rows, rows) {
      for (left, right) in zip(left, right) { #expect(isSame(left, right), "\(left) \(right)") }
    }
  }

  private func isSame(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): Array(left.utf8) == Array(right.utf8)
    default: left == right
    }
  }

  @Test func `malformed bytes are an error or other rows, never a crash or excessive memory`()
    throws
  {
    let bytes = track(50, seed: 2).encoded()
    for count in 0..<bytes.count {
      #expect(throws: MalformedBytes.self) { try SeriesChunk(decoding: bytes.prefix(count)) }
    }
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<8_000 {
      var broken = bytes
      for _ in 0...Int.random(in: 0..<5, using: &generator) {
        let place = broken.indices.randomElement(using: &generator) ?? 0
        broken[place] = .random(in: 0...255, using: &generator)
      }
      _ = try? SeriesChunk(decoding: broken)
    }
    var flood = ByteWriter()
    for number: UInt64 in [1, 1_000_000, 200] { flood.number(number) }
    #expect(throws: MalformedBytes.self) { try SeriesChunk(decoding: flood.data) }
    #expect(throws: MalformedBytes.self) { try SeriesChunk(decoding: Data([2])) }
  }

  @Test func `rows of another schema version are read by column name`() {
    let chunk = SeriesChunk(columns: ["b", "a"], rows: [[.integer(2), .integer(1)]])
    #expect(chunk.rows(of: ["a", "c", "b"]) == [[.integer(1), .null, .integer(2)]])
    #expect(
      SeriesChunk(columns: ["a", "b"], rows: [[.integer(1)]]).rows == [[.integer(1), .null]])
  }

  @Test func `appending rows changes only the last chunk`() {
    var plan = SeriesPlan(capacity: 10)
    #expect((0..<25).map { plan.place(Double($0)) } == (0..<25).map { $0 / 10 })
    #expect(plan.place(24) == 2)
    #expect(plan.place(100) == 2)
    #expect(plan.chunks.map(\.count) == [10, 10, 7])
  }

  @Test func `inserted rows fill chunks with free capacity to more than half on average`() {
    var generator = SeededGenerator(seed: 4)
    var plan = SeriesPlan(capacity: 10)
    var counts: [Int: Int] = [:]
    for _ in 0..<500 {
      counts[plan.place(.random(in: 0...100, using: &generator)), default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 <= 10 })
    #expect(counts.count < 100)
    #expect(plan.chunks.map(\.count).reduce(0, +) == 500)
  }
}
