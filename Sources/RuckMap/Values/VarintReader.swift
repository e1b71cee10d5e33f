// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes integers in 7-bit groups, the lowest first (LEB128); signed ones are zigzag-encoded.
struct VarintWriter {
  private(set) var data = Data()

  mutating func byte(_ value: UInt8) { data.append(value) }

  mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    data.append(UInt8(rest))
  }

  mutating func signed(_ value: Int64) {
    unsigned(UInt64(bitPattern: value << 1 ^ value >> 63))
  }
}

/// Reads the integers of a ``VarintWriter``; each function returns nil at the end or for bad bytes.
struct VarintReader {
  private let data: Data
  private var index: Data.Index

  init(_ data: Data) {
    self.data = data
    index = data.startIndex
  }

  var isAtEnd: Bool { index == data.endIndex }

  mutating func byte() -> UInt8? {
    guard index < data.endIndex else { return nil }
    defer { index += 1 }
    return data[index]
  }

  mutating func unsigned() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let next = byte() {
      guard shift < 63 || next <= 1 else { return nil }
      value |= UInt64(next & 0x7F) << shift
      if next & 0x80 == 0 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }

  mutating func signed() -> Int64? {
    unsigned().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }
}
