// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The kind of a picture that a page of a mail shows: the code of a ticket, or a part of the layout.
enum InlinePicture {
  /// A matrix code, such as QR or Aztec: a square of two tones with many edges in rows and columns.
  case code
  /// A square picture whose pixels are not read, such as a JPEG file.
  case square
  /// A logo, a banner, an icon or a tracking pixel.
  case layout

  /// The smallest side of a code in pixels.
  private static let smallestSide = 100
  /// The smallest mean number of edges in a row or column of a code.
  private static let smallestEdgeCount = 6
  /// The smallest difference of luminance between the two tones of a code.
  private static let smallestContrast = 96

  /// Creates the kind of a PNG, JPEG or GIF file.
  init(_ bytes: [UInt8]) {
    guard let (width, height) = Self.size(bytes), min(width, height) >= Self.smallestSide,
      10 * abs(width - height) <= max(width, height)
    else {
      self = .layout
      return
    }
    guard let picture = PNGPicture(bytes) else {
      self = .square
      return
    }
    self = Self.isCode(picture) ? .code : .layout
  }

  // MARK: Size

  private static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    if bytes.starts(with: PNGPicture.signature), bytes.count >= 24 {
      return (number(bytes[16..<20]), number(bytes[20..<24]))
    }
    if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
      return (number(bytes[6..<8].reversed()), number(bytes[8..<10].reversed()))
    }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? jpegSize(bytes) : nil
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The size in the frame header of a JPEG file (ITU-T T.81, B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var position = 2
    while position + 9 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      // C4, C8 and CC are tables, not frames.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (
          number(bytes[position + 7..<position + 9]), number(bytes[position + 5..<position + 7])
        )
      }
      // A byte FF before a marker is a fill byte.
      position += marker == 0xFF ? 1 : 2 + number(bytes[position + 2..<position + 4])
    }
    return nil
  }

  // MARK: Pixels

  private static func isCode(_ picture: PNGPicture) -> Bool {
    guard let dark = picture.luminance.min(), let light = picture.luminance.max() else {
      return false
    }
    let range = Int(light) - Int(dark)
    guard range >= smallestContrast else { return false }
    let tones = picture.luminance.count { value in
      min(Int(value) - Int(dark), Int(light) - Int(value)) * 4 <= range
    }
    // A scaled code has other tones at the edges of its modules.
    guard tones * 10 >= picture.luminance.count * 9 else { return false }
    let threshold = dark + UInt8(range / 2)
    func edges(_ lines: Int, _ length: Int, _ isDark: (Int, Int) -> Bool) -> Int {
      // A quiet zone may surround the code.
      let middle = lines / 4..<lines * 3 / 4
      var count = 0
      for line in middle {
        var previous = isDark(line, 0)
        for index in 1..<length {
          let next = isDark(line, index)
          if next != previous { count += 1 }
          previous = next
        }
      }
      return count / middle.count
    }
    let (width, height) = (picture.width, picture.height)
    let rows = edges(height, width) { picture.luminance[$0 * width + $1] <= threshold }
    let columns = edges(width, height) { picture.luminance[$1 * width + $0] <= threshold }
    return min(rows, columns) >= smallestEdgeCount
  }
}
