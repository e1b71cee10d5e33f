// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The decompression of raw Deflate data (RFC 1951), in which stores contain their models.
///
/// It is used for a few kilobytes. A system library would be a dependency of every program.
struct RawDeflate {
  /// An error for data that is not valid, or too long when decompressed.
  struct Malformed: Error {}

  private let input: [UInt8]
  private let limit: Int
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var output: [UInt8] = []

  /// Decompresses data to at most `limit` bytes.
  static func inflate(_ input: [UInt8], limit: Int) throws -> [UInt8] {
    var decoder = RawDeflate(input, limit)
    try decoder.run()
    return decoder.output
  }

  private init(_ input: [UInt8], _ limit: Int) {
    self.input = input
    self.limit = limit
  }

  private mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try decodeBlock(Self.fixedLengths, Self.fixedDistances)
      case 2:
        let (lengths, distances) = try readCodes()
        try decodeBlock(lengths, distances)
      default: throw Malformed()
      }
    }
  }

  // MARK: Bits

  private mutating func take(_ count: UInt32) throws -> Int {
    while bitCount < count {
      guard position < input.count else { throw Malformed() }
      bits |= UInt32(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
    let value = bits & ((1 << count) - 1)
    bits >>= count
    bitCount -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws {
    guard output.count < limit else { throw Malformed() }
    output.append(byte)
  }

  // MARK: Blocks

  private mutating func copyStored() throws {
    (bits, bitCount) = (0, 0)
    guard position + 4 <= input.count else { throw Malformed() }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    let check = Int(input[position + 2]) | Int(input[position + 3]) << 8
    position += 4
    guard length ^ check == 0xFFFF, position + length <= input.count,
      output.count + length <= limit
    else { throw Malformed() }
    output += input[position..<position + length]
    position += length
  }

  private mutating func decodeBlock(_ lengths: Code, _ distances: Code) throws {
    while true {
      let symbol = try decode(lengths)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBases.count else { throw Malformed() }
      let length =
        Self.lengthBases[symbol - 257] + (try take(UInt32(Self.lengthExtras[symbol - 257])))
      let code = try decode(distances)
      guard code < Self.distanceBases.count else { throw Malformed() }
      let distance = Self.distanceBases[code] + (try take(UInt32(Self.distanceExtras[code])))
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }

  /// Reads the two Huffman codes of a dynamic block.
  private mutating func readCodes() throws -> (Code, Code) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let codeCount = try take(4) + 4
    var sizes = [Int](repeating: 0, count: 19)
    for index in 0..<codeCount { sizes[Self.codeOrder[index]] = try take(3) }
    let code = try Code(sizes)
    var all: [Int] = []
    while all.count < lengthCount + distanceCount {
      let symbol = try decode(code)
      switch symbol {
      case 16:
        guard let last = all.last else { throw Malformed() }
        all += repeatElement(last, count: try take(2) + 3)
      case 17: all += repeatElement(0, count: try take(3) + 3)
      case 18: all += repeatElement(0, count: try take(7) + 11)
      default: all.append(symbol)
      }
    }
    guard all.count == lengthCount + distanceCount else { throw Malformed() }
    return (try Code(Array(all[..<lengthCount])), try Code(Array(all[lengthCount...])))
  }

  // MARK: Huffman codes

  /// A canonical Huffman code.
  private struct Code {
    /// A code without symbols, which no data matches.
    static let empty = Code()

    /// The number of symbols of each code length.
    var counts = [Int](repeating: 0, count: 16)
    /// The symbols in the order of their codes.
    var symbols: [Int] = []

    private init() {}

    init(_ sizes: [Int]) throws {
      for size in sizes where size > 0 { counts[size] += 1 }
      var left = 1
      for size in 1..<16 {
        left = left * 2 - counts[size]
        guard left >= 0 else { throw Malformed() }
        symbols += sizes.indices.filter { sizes[$0] == size }
      }
    }
  }

  private mutating func decode(_ code: Code) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for size in 1..<16 {
      value |= try take(1)
      let count = code.counts[size]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Malformed()
  }

  private static let fixedLengths: Code = {
    let sizes = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    return (try? Code(sizes)) ?? Code.empty
  }()

  private static let fixedDistances: Code =
    (try? Code([Int](repeating: 5, count: 30))) ?? Code.empty

  // MARK: Tables of RFC 1951, section 3.2.5 and 3.2.7

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceExtras = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}
