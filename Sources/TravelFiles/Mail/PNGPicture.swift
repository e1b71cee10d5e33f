// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation

/// The luminance of the pixels of a PNG file (PNG specification, third edition), over a white background.
///
/// Interlaced pictures and pictures of more than ``pixelLimit`` pixels are not read.
struct PNGPicture {
  /// The maximum number of pixels.
  static let pixelLimit = 1 << 20
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The number of columns.
  let width: Int
  /// The number of rows.
  let height: Int
  /// The luminance of each pixel, row by row; 0 for black.
  let luminance: [UInt8]

  /// Reads a picture; nil if it is damaged, interlaced or too large.
  init?(_ bytes: [UInt8]) {
    guard let header = Header(bytes), header.width * header.height <= Self.pixelLimit,
      let data = try? header.inflated()
    else { return nil }
    width = header.width
    height = header.height
    guard let luminance = header.luminance(data) else { return nil }
    self.luminance = luminance
  }

  /// The values of the chunks before the pixels, and the compressed pixels.
  private struct Header {
    /// The maximum of width and height.
    static let sideLimit = 1 << 14

    var width = 0
    var height = 0
    var depth = 0
    var channels = 0
    /// True if each pixel is an index of the palette.
    var isIndexed = false
    /// The luminance of each color of the palette.
    var palette: [UInt8] = []
    /// The compressed pixels.
    var compressed: [UInt8] = []

    init?(_ bytes: [UInt8]) {
      guard bytes.starts(with: PNGPicture.signature) else { return nil }
      var colors: [UInt8] = []
      var alphas: [UInt8] = []
      var position = PNGPicture.signature.count
      while position + 12 <= bytes.count {
        let length = Self.number(bytes, at: position)
        let start = position + 8
        guard length <= bytes.count - start - 4 else { return nil }
        let content = bytes[start..<start + length]
        switch String(decoding: bytes[position + 4..<start], as: UTF8.self) {
        case "IHDR":
          guard length == 13, readHeader(Array(content)) else { return nil }
        case "PLTE": colors = Array(content)
        case "tRNS": alphas = Array(content)
        case "IDAT": compressed += content
        default: break
        }
        position = start + length + 4
      }
      guard width > 0, compressed.count > 2 else { return nil }
      palette = (0..<colors.count / 3).map { index in
        PNGPicture.luminance(
          colors[3 * index], colors[3 * index + 1], colors[3 * index + 2],
          alpha: index < alphas.count ? alphas[index] : 255)
      }
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> Int {
      bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func readHeader(_ bytes: [UInt8]) -> Bool {
      let sides = 1...Self.sideLimit
      width = Self.number(bytes, at: 0)
      height = Self.number(bytes, at: 4)
      depth = Int(bytes[8])
      guard sides.contains(width), sides.contains(height), bytes[12] == 0 else { return false }
      isIndexed = bytes[9] == 3
      let depths: [Int]
      switch bytes[9] {
      case 0: (channels, depths) = (1, [1, 2, 4, 8, 16])
      case 2: (channels, depths) = (3, [8, 16])
      case 3: (channels, depths) = (1, [1, 2, 4, 8])
      case 4: (channels, depths) = (2, [8, 16])
      case 6: (channels, depths) = (4, [8, 16])
      default: return false
      }
      return depths.contains(depth)
    }

    /// The number of bytes of a row without the byte of its filter.
    private var rowSize: Int { (width * channels * depth + 7) / 8 }

    /// Decompresses the rows.
    func inflated() throws -> [UInt8] {
      // The two bytes of the zlib header precede the deflate data.
      var source: Data? = Data(compressed.dropFirst(2))
      let stream = try InflateStream(.raw, limit: (rowSize + 1) * height) {
        defer { source = nil }
        return source
      }
      var data: [UInt8] = []
      while let part = try stream.next() { data += part }
      return data
    }

    /// Returns the luminance of the pixels of decompressed rows; nil if rows are missing or damaged.
    func luminance(_ data: [UInt8]) -> [UInt8]? {
      let size = rowSize
      guard data.count == (size + 1) * height else { return nil }
      let distance = max(1, channels * depth / 8)
      var result: [UInt8] = []
      result.reserveCapacity(width * height)
      var above = [UInt8](repeating: 0, count: size)
      for row in 0..<height {
        let start = row * (size + 1)
        var line = Array(data[start + 1..<start + 1 + size])
        guard Self.reconstruct(&line, data[start], above, distance) else { return nil }
        append(line, to: &result)
        above = line
      }
      return result
    }

    /// Reverts the filter of a row (chapter 9); false if the filter is unknown.
    private static func reconstruct(
      _ line: inout [UInt8], _ filter: UInt8, _ above: [UInt8], _ distance: Int
    ) -> Bool {
      if filter == 0 { return true }
      guard filter <= 4 else { return false }
      for index in line.indices {
        let left = index < distance ? 0 : Int(line[index - distance])
        let up = Int(above[index])
        let corner = index < distance ? 0 : Int(above[index - distance])
        let predicted: Int
        switch filter {
        case 1: predicted = left
        case 2: predicted = up
        case 3: predicted = (left + up) / 2
        default: predicted = paeth(left, up, corner)
        }
        line[index] &+= UInt8(truncatingIfNeeded: predicted)
      }
      return true
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
      let estimate = left + up - corner
      let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
      return a <= b && a <= c ? left : b <= c ? up : corner
    }

    private func append(_ line: [UInt8], to result: inout [UInt8]) {
      if depth < 8 {
        let maximum = (1 << depth) - 1
        for column in 0..<width {
          let bit = column * depth
          let value = Int(line[bit / 8]) >> (8 - depth - bit % 8) & maximum
          if isIndexed {
            result.append(value < palette.count ? palette[value] : 0)
          } else {
            result.append(UInt8(value * 255 / maximum))
          }
        }
        return
      }
      // The first byte of a value of 16 bits is its significant one.
      let step = depth / 8
      for column in 0..<width {
        let start = column * channels * step
        let first = line[start]
        switch channels {
        case 1 where isIndexed:
          result.append(Int(first) < palette.count ? palette[Int(first)] : 0)
        case 1: result.append(first)
        case 2:
          result.append(PNGPicture.luminance(first, first, first, alpha: line[start + step]))
        default:
          result.append(
            PNGPicture.luminance(
              first, line[start + step], line[start + 2 * step],
              alpha: channels == 4 ? line[start + 3 * step] : 255))
        }
      }
    }
  }

  /// The luminance of a color over white, by ITU-R BT.601.
  private static func luminance(
    _ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8
  ) -> UInt8 {
    let value = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
    return UInt8((value * Int(alpha) + 255 * (255 - Int(alpha))) / 255)
  }
}
