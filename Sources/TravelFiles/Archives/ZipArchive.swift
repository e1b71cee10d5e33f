// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation

/// A reader of zip archives in memory.
///
/// Names of entries are only compared. Nothing is written, so a name such as `../../x` has no effect.
struct ZipArchive {
  /// An entry of the archive.
  struct Entry {
    /// The name, with slashes between folders.
    var name: String
    fileprivate var method: UInt16
    fileprivate var flags: UInt16
    fileprivate var checksum: UInt32
    fileprivate var compressedSize: Int
    fileprivate var size: Int
    fileprivate var offset: Int
  }

  /// The maximum number of entries.
  static let entryLimit = 2000
  /// The maximum size of an unpacked entry in bytes.
  static let sizeLimit = 32 << 20

  /// The entries.
  let entries: [Entry]
  private let data: Data

  /// Reads the directory of an archive.
  ///
  /// - Throws: An error without the file's name.
  init(_ data: Data) throws(TravelFileError) {
    self.data = data
    guard let end = Self.directoryEnd(data) else {
      throw TravelFileError(
        .truncated, reason: "The archive has no directory at its end",
        remedy: "It was truncated when it was saved or copied; save it again")
    }
    let count = Int(Self.number16(data, end + 10))
    let start = Int(Self.number32(data, end + 16))
    guard count <= Self.entryLimit else {
      throw TravelFileError(
        .tooLarge, reason: "The archive has more than \(Self.entryLimit) entries",
        remedy: "Unpack it and import its files")
    }
    var entries: [Entry] = []
    var position = start
    for _ in 0..<count {
      guard let (entry, next) = Self.entry(data, position, end) else {
        throw TravelFileError(
          .malformed, reason: "The directory of the archive is damaged", remedy: "Save it again")
      }
      entries.append(entry)
      position = next
    }
    self.entries = entries
  }

  /// True if the data begins as a zip archive does.
  static func matches(_ data: Data) -> Bool {
    data.starts(with: [0x50, 0x4B, 0x03, 0x04]) || data.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Unpacks an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - limit: The maximum size of the entry in bytes.
  /// - Returns: The content.
  /// - Throws: An error that names the entry.
  func contents(_ entry: Entry, limit: Int = sizeLimit) throws(TravelFileError) -> [UInt8] {
    let name = entry.name.prefix(80)
    guard entry.flags & 1 == 0, entry.method == 0 || entry.method == 8 else {
      throw TravelFileError(
        .unsupported, reason: "The entry \"\(name)\" is encrypted or uses another compression",
        remedy: "Unpack the archive and import its files")
    }
    let tooLarge = TravelFileError(
      .tooLarge, reason: "The entry \"\(name)\" is larger than \(limit >> 20) MB unpacked",
      remedy: "Don't trust this archive, or unpack it by hand")
    let damaged = TravelFileError(
      .malformed, reason: "The entry \"\(name)\" is damaged", remedy: "Save the archive again")
    guard entry.size <= limit else { throw tooLarge }
    guard entry.offset + 30 <= data.count, Self.number32(data, entry.offset) == 0x0403_4B50
    else { throw damaged }
    let start =
      entry.offset + 30 + Int(Self.number16(data, entry.offset + 26))
      + Int(Self.number16(data, entry.offset + 28))
    guard start + entry.compressedSize <= data.count else { throw damaged }
    let range = (data.startIndex + start)..<(data.startIndex + start + entry.compressedSize)
    let bytes: [UInt8]
    if entry.method == 0 {
      guard entry.compressedSize <= limit else { throw tooLarge }
      bytes = Array(data[range])
    } else {
      bytes = try Self.inflated(data[range], limit: limit, tooLarge, damaged)
    }
    guard Inflater.checksum(bytes) == entry.checksum else { throw damaged }
    return bytes
  }

  private static func inflated(
    _ data: Data, limit: Int, _ tooLarge: TravelFileError, _ damaged: TravelFileError
  ) throws(TravelFileError) -> [UInt8] {
    let result = data.withUnsafeBytes { bytes -> Result<[UInt8], Inflater.Failure> in
      do throws(Inflater.Failure) {
        return .success(try Inflater.inflate(bytes, limit: limit))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let bytes): return bytes
    case .failure(.tooLarge): throw tooLarge
    case .failure(.malformed): throw damaged
    }
  }

  // MARK: Directory

  private static func directoryEnd(_ data: Data) -> Int? {
    guard data.count >= 22 else { return nil }
    var position = data.count - 22
    let lowest = max(0, data.count - 22 - 65_535)
    while position >= lowest {
      if number32(data, position) == 0x0605_4B50 { return position }
      position -= 1
    }
    return nil
  }

  private static func entry(_ data: Data, _ position: Int, _ end: Int) -> (Entry, Int)? {
    guard position >= 0, position + 46 <= end, number32(data, position) == 0x0201_4B50 else {
      return nil
    }
    let nameCount = Int(number16(data, position + 28))
    let next =
      position + 46 + nameCount + Int(number16(data, position + 30))
      + Int(number16(data, position + 32))
    guard next <= end else { return nil }
    let start = data.startIndex + position + 46
    let entry = Entry(
      name: TextDecoding.text(data[start..<(start + nameCount)]).replacing("\\", with: "/"),
      method: number16(data, position + 10), flags: number16(data, position + 8),
      checksum: number32(data, position + 16),
      compressedSize: Int(number32(data, position + 20)),
      size: Int(number32(data, position + 24)), offset: Int(number32(data, position + 42)))
    return (entry, next)
  }

  private static func number16(_ data: Data, _ position: Int) -> UInt16 {
    let start = data.startIndex + position
    return UInt16(data[start]) | UInt16(data[start + 1]) << 8
  }

  private static func number32(_ data: Data, _ position: Int) -> UInt32 {
    UInt32(number16(data, position)) | UInt32(number16(data, position + 2)) << 16
  }
}
