// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import Archives

/// A zip archive with stored entries, whose bytes a test may damage.
struct ZipBuilder {
  private(set) var data = Data()
  private var directory = Data()
  private var count: UInt16 = 0

  /// Adds an entry without compression.
  mutating func add(
    _ name: String, _ content: Data, method: UInt16 = 0, size: Int? = nil, flags: UInt16 = 0,
    offset: Int? = nil
  ) {
    var checksum = Checksum()
    checksum.add(content)
    add(
      name, compressed: content, size: size ?? content.count, checksum: checksum.value,
      method: method, flags: flags, offset: offset)
  }

  /// Adds an entry with compressed data.
  mutating func add(
    _ name: String, compressed: Data, size: Int, checksum: UInt32, method: UInt16 = 8,
    flags: UInt16 = 0, offset: Int? = nil
  ) {
    let start = offset ?? data.count
    let common =
      u16(20) + u16(flags) + u16(method) + u32(0) + u32(checksum) + u32(UInt32(compressed.count))
      + u32(UInt32(size)) + u16(UInt16(name.utf8.count)) + u16(0)
    if offset == nil { data += u32(0x0403_4B50) + common + Data(name.utf8) + compressed }
    directory +=
      u32(0x0201_4B50) + u16(20) + common + u16(0) + u16(0) + u16(0) + u32(0)
      + u32(UInt32(start)) + Data(name.utf8)
    count += 1
  }

  /// The archive with its directory.
  func archive() -> Data {
    data + directory + u32(0x0605_4B50) + u16(0) + u16(0) + u16(count) + u16(count)
      + u32(UInt32(directory.count)) + u32(UInt32(data.count)) + u16(0)
  }

  private func u16(_ value: UInt16) -> Data {
    Data([UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)])
  }

  private func u32(_ value: UInt32) -> Data {
    u16(UInt16(truncatingIfNeeded: value)) + u16(UInt16(truncatingIfNeeded: value >> 16))
  }
}

/// A temporary file that is deleted with this object.
final class TemporaryFile: Sendable {
  let url: URL

  init(_ data: Data) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
    try data.write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
