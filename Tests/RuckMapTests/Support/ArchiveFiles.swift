// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation

/// Archives without compression, as bytes.
enum ArchiveFiles {
  /// A zip archive with entries in order.
  static func zip(_ entries: [(name: String, content: Data)]) -> Data {
    var (data, directory) = (Data(), Data())
    for (name, content) in entries {
      var checksum = Checksum()
      checksum.add(content)
      let size = u32(UInt32(content.count))
      let common =
        u16(20) + u16(0) + u16(0) + u32(0) + u32(checksum.value) + size + size
        + u16(UInt16(name.utf8.count)) + u16(0)
      directory +=
        u32(0x0201_4B50) + u16(20) + common + u16(0) + u16(0) + u16(0) + u32(0)
        + u32(UInt32(data.count)) + Data(name.utf8)
      data += u32(0x0403_4B50) + common + Data(name.utf8) + content
    }
    let count = u16(UInt16(entries.count))
    return data + directory + u32(0x0605_4B50) + u16(0) + u16(0) + count + count
      + u32(UInt32(directory.count)) + u32(UInt32(data.count)) + u16(0)
  }

  /// A gzip file with stored blocks.
  static func gzip(_ content: Data) -> Data {
    var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
    var rest = content[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      data += Data([rest.isEmpty ? 1 : 0]) + u16(UInt16(block.count))
      data += u16(~UInt16(block.count)) + block
    } while !rest.isEmpty
    var checksum = Checksum()
    checksum.add(content)
    return data + u32(checksum.value) + u32(UInt32(truncatingIfNeeded: content.count))
  }

  private static func u16(_ value: UInt16) -> Data {
    Data([UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)])
  }

  private static func u32(_ value: UInt32) -> Data {
    u16(UInt16(truncatingIfNeeded: value)) + u16(UInt16(truncatingIfNeeded: value >> 16))
  }
}
