// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The central directory of a zip archive (APPNOTE 6.3, sections 4.3.12 to 4.3.16).
enum ZipDirectory {
  private struct Location {
    var count: Int
    var offset: Int
    var size: Int
  }

  /// Reads the entries of an archive.
  ///
  /// - Parameters:
  ///   - file: The archive.
  ///   - limit: The maximum number of entries.
  /// - Returns: The entries in the order of the directory.
  /// - Throws: `unreadable`, `truncated`, `damaged` or `tooLarge`.
  static func entries(
    of file: RandomAccessFile, limit: Int
  ) throws(ArchiveError) -> [ZipFile.Entry] {
    let location = try locate(in: file)
    guard location.count <= limit, location.size <= ZipFile.directoryLimit else {
      throw ArchiveError(
        .tooLarge, reason: "The archive has more than \(limit) entries",
        remedy: "Unpack it and import its files")
    }
    let bytes = LittleEndian(try file.read(location.size, at: location.offset))
    guard bytes.count == location.size else { throw damaged }
    var entries: [ZipFile.Entry] = []
    var position = 0
    for _ in 0..<location.count {
      guard let (entry, next) = entry(bytes, position), entry.offset <= location.offset else {
        throw damaged
      }
      entries.append(entry)
      position = next
    }
    try refuseOverlaps(entries, end: location.offset)
    return entries
  }

  /// Finds the directory by the record at the end of the file.
  private static func locate(in file: RandomAccessFile) throws(ArchiveError) -> Location {
    let length = min(file.size, 22 + 65_535)
    let start = file.size - length
    let bytes = LittleEndian(try file.read(length, at: start))
    guard bytes.count == length, length >= 22 else { throw noDirectory }
    var position = length - 22
    while position >= 0, bytes.u32(position) != 0x0605_4B50 { position -= 1 }
    guard position >= 0 else { throw noDirectory }
    var location = Location(
      count: Int(bytes.u16(position + 10)), offset: Int(bytes.u32(position + 16)),
      size: Int(bytes.u32(position + 12)))
    let needsZip64 =
      location.count == 0xFFFF || location.offset == 0xFFFF_FFFF || location.size == 0xFFFF_FFFF
    if needsZip64, position >= 20, bytes.u32(position - 20) == 0x0706_4B50 {
      location = try zip64(file, at: bytes.integer(position - 12))
    }
    guard location.offset + location.size <= start + position else { throw damaged }
    return location
  }

  private static func zip64(
    _ file: RandomAccessFile, at offset: Int?
  ) throws(ArchiveError) -> Location {
    guard let offset else { throw damaged }
    let record = LittleEndian(try file.read(56, at: offset))
    guard record.count == 56, record.u32(0) == 0x0606_4B50, let count = record.integer(32),
      let size = record.integer(40), let start = record.integer(48)
    else { throw damaged }
    return Location(count: count, offset: start, size: size)
  }

  private static func entry(
    _ bytes: LittleEndian, _ position: Int
  ) -> (ZipFile.Entry, next: Int)? {
    guard position + 46 <= bytes.count, bytes.u32(position) == 0x0201_4B50 else { return nil }
    let nameCount = Int(bytes.u16(position + 28))
    let extraCount = Int(bytes.u16(position + 30))
    let next = position + 46 + nameCount + extraCount + Int(bytes.u16(position + 32))
    guard next <= bytes.count else { return nil }
    let name = name(bytes.bytes(position + 46, nameCount))
    var entry = ZipFile.Entry(
      name: name.replacing("\\", with: "/"), size: Int(bytes.u32(position + 24)),
      compressedSize: Int(bytes.u32(position + 20)), checksum: bytes.u32(position + 16),
      method: bytes.u16(position + 10), flags: bytes.u16(position + 8),
      offset: Int(bytes.u32(position + 42)))
    let extra = position + 46 + nameCount
    guard addZip64(bytes, extra, extra + extraCount, to: &entry) else { return nil }
    return (entry, next)
  }

  /// Decodes the name of an entry; older programs write the code page of their system.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(data: Data(bytes), encoding: .windowsCP1252)
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces values of 32 bits that are too small by those of the zip64 extra field.
  ///
  /// - Returns: False if the field is damaged.
  private static func addZip64(
    _ bytes: LittleEndian, _ start: Int, _ end: Int, to entry: inout ZipFile.Entry
  ) -> Bool {
    var position = start
    while position + 4 <= end {
      let count = Int(bytes.u16(position + 2))
      guard position + 4 + count <= end else { return true }
      if bytes.u16(position) == 1 {
        var value = position + 4
        for path in [\ZipFile.Entry.size, \.compressedSize, \.offset]
        where entry[keyPath: path] == 0xFFFF_FFFF {
          guard value + 8 <= position + 4 + count, let number = bytes.integer(value) else {
            return false
          }
          entry[keyPath: path] = number
          value += 8
        }
      }
      position += 4 + count
    }
    return true
  }

  private static func refuseOverlaps(
    _ entries: [ZipFile.Entry], end: Int
  ) throws(ArchiveError) {
    let sorted = entries.sorted { $0.offset < $1.offset }
    for (index, entry) in sorted.enumerated() {
      let next = index + 1 < sorted.count ? sorted[index + 1].offset : end
      let (last, isOverflow) = (entry.offset + 30).addingReportingOverflow(entry.compressedSize)
      guard !isOverflow, last <= next else {
        throw ArchiveError(
          .damaged, entry: entry.name, reason: "Entries of the archive share the same bytes",
          remedy: "Don't trust this archive")
      }
    }
  }

  private static var damaged: ArchiveError {
    ArchiveError(
      .damaged, reason: "The directory of the archive is damaged", remedy: "Save it again")
  }

  private static var noDirectory: ArchiveError {
    ArchiveError(
      .truncated, reason: "The archive has no directory at its end",
      remedy: "It was truncated when it was saved or copied; save it again")
  }
}

/// Numbers in a byte string, the least significant byte first.
struct LittleEndian {
  private let data: [UInt8]

  init(_ data: Data) { self.data = Array(data) }

  var count: Int { data.count }

  func bytes(_ position: Int, _ count: Int) -> ArraySlice<UInt8> {
    data[position..<(position + count)]
  }

  func u16(_ position: Int) -> UInt16 {
    UInt16(data[position]) | UInt16(data[position + 1]) << 8
  }

  func u32(_ position: Int) -> UInt32 {
    UInt32(u16(position)) | UInt32(u16(position + 2)) << 16
  }

  /// A number of 64 bits; nil above 2^62, which no file has as a size.
  func integer(_ position: Int) -> Int? {
    let number = UInt64(u32(position)) | UInt64(u32(position + 4)) << 32
    return number < 1 << 62 ? Int(number) : nil
  }
}
