// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The header of a regular file in a tar archive, in the POSIX format `ustar`.
///
/// The size of a file of 8 GiB or more is a binary number, as GNU tar writes it.
struct TarHeader: Equatable {
  /// The size of a block in bytes: of a header, and the unit of a file's content.
  static let blockSize = 512
  /// Two empty blocks, which end an archive.
  static let end = Data(count: 2 * blockSize)

  /// A field's position in the block.
  private enum Field {
    static let name = 0..<100
    static let mode = 100..<108
    static let owner = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let modified = 136..<148
    static let checksum = 148..<156
    static let type = 156
    static let magic = 257..<265
  }

  private static let magic = Data("ustar\u{0}00".utf8)

  /// The file's path in the archive; at most 100 bytes of UTF-8.
  let name: String
  /// The size in bytes.
  let size: Int
  /// The modification time, in seconds since 1970.
  let modified: Int

  /// Creates a header.
  init(name: String, size: Int, modified: Int) {
    (self.name, self.size, self.modified) = (name, size, modified)
  }

  /// Decodes a block; nil if it is not the header of a regular file.
  init?(_ block: Data) {
    let bytes = [UInt8](block)
    guard bytes.count == Self.blockSize, bytes[Field.magic].elementsEqual(Self.magic),
      bytes[Field.type] == UInt8(ascii: "0"),
      Self.number(bytes[Field.checksum]) == Self.checksum(bytes),
      let size = Self.number(bytes[Field.size]), let modified = Self.number(bytes[Field.modified]),
      let name = String(validating: bytes[Field.name].prefix { $0 != 0 }, as: UTF8.self)
    else { return nil }
    self.init(name: name, size: size, modified: modified)
  }

  /// The encoded header; nil if the name is too long.
  var block: Data? {
    let name = Array(name.utf8)
    guard !name.isEmpty, name.count <= Field.name.count else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.blockSize)
    func set(_ field: Range<Int>, _ value: some Collection<UInt8>) {
      bytes.replaceSubrange(field.lowerBound..<field.lowerBound + value.count, with: value)
    }
    set(Field.name, name)
    set(Field.mode, Self.digits(0o600, Field.mode.count))
    set(Field.owner, Self.digits(0, Field.owner.count))
    set(Field.group, Self.digits(0, Field.group.count))
    set(Field.size, Self.digits(size, Field.size.count))
    set(Field.modified, Self.digits(modified, Field.modified.count))
    bytes[Field.type] = UInt8(ascii: "0")
    set(Field.magic, Self.magic)
    set(Field.checksum, Array(Self.octal(Self.checksum(bytes), 6).utf8) + [0, UInt8(ascii: " ")])
    return Data(bytes)
  }

  /// The number of bytes after a file's content up to the next block.
  static func padding(after size: Int) -> Int { (blockSize - size % blockSize) % blockSize }

  // MARK: Numbers

  /// The sum of all bytes, with spaces for the checksum.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    bytes.indices.reduce(0) {
      $0 + (Field.checksum.contains($1) ? Int(UInt8(ascii: " ")) : Int(bytes[$1]))
    }
  }

  private static func octal(_ value: Int, _ count: Int) -> String {
    let digits = String(value, radix: 8)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Encodes a number: octal digits and a zero, or the binary number if it has too many digits.
  private static func digits(_ value: Int, _ width: Int) -> [UInt8] {
    let text = octal(value, width - 1)
    if text.utf8.count < width { return Array(text.utf8) + [0] }
    let binary = withUnsafeBytes(of: UInt64(value).bigEndian) { Array($0) }
    return [0x80] + [UInt8](repeating: 0, count: width - 1 - binary.count) + binary
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.first == 0x80 {
      guard bytes.dropLast(8).dropFirst().allSatisfy({ $0 == 0 }) else { return nil }
      return Int(exactly: bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: " \u{0}"))
    return Int(text, radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}
