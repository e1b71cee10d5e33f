// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation
import Testing
import TravelFiles

/// Pictures that the page of a message shows, as pixels that each test computes.
struct InlinePictureTests {
  private static let ticket = """
    <script type="application/ld+json">{"@type":"EventReservation","reservationNumber":"T1",
    "reservationFor":{"@type":"Event","name":"Opera","startDate":"2027-04-12T19:30:00",
    "location":{"@type":"Place","name":"State Opera"}}}</script>
    """

  /// Returns the number of attachments of a message whose page shows a picture.
  private func count(_ picture: Data, _ type: String = "png", hasBooking: Bool = true) throws -> Int
  {
    let page = "<html>\(hasBooking ? Self.ticket : "")<img src=\"cid:code\"></html>"
    let text = """
      From: a@b
      Subject: Booking
      MIME-Version: 1.0
      Content-Type: multipart/related; boundary="b"

      --b
      Content-Type: text/html

      \(page)
      --b
      Content-Type: image/\(type)
      Content-ID: <code>
      Content-Transfer-Encoding: base64

      \(picture.base64EncodedString())
      --b--

      """
    return try TravelFileReader().read(Data(text.utf8), name: "mail.eml").attachments.count
  }

  // MARK: Pictures

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(Data(name.utf8 + content))
    return bytes(content.count) + Array(name.utf8) + content + bytes(Int(checksum.value))
  }

  /// A PNG file; the rows contain their filters, and are stored without compression.
  private static func png(
    _ width: Int, _ height: Int, depth: UInt8 = 8, color: UInt8 = 0, interlace: UInt8 = 0,
    extra: [UInt8] = [], _ rows: [UInt8]
  ) -> Data {
    var stream: [UInt8] = [0x78, 0x01]
    var position = 0
    repeat {
      let part = rows[position..<min(rows.count, position + 65_535)]
      position += part.count
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      stream.append(position == rows.count ? 1 : 0)
      stream += [low, high, ~low, ~high]
      stream += part
    } while position < rows.count
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", bytes(width) + bytes(height) + [depth, color, 0, 0, interlace])
    file += extra
    file += chunk("IDAT", stream)
    file += chunk("IEND", [])
    return Data(file)
  }

  /// A gray picture.
  private static func gray(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt8) -> Data {
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      for column in 0..<width { rows.append(pixel(column, row)) }
    }
    return png(width, height, rows)
  }

  /// A module of a code of 21 columns and rows, as random as a real one.
  private static func isDark(_ column: Int, _ row: Int) -> Bool {
    let (first, second): (Int, Int) = (column * 0x9E37, row * 0x79B9)
    let third: Int = column * row * 0x2545
    let bits: Int = first ^ second ^ third
    return (bits >> 3).isMultiple(of: 2)
  }

  /// The code in modules of 6 pixels with a quiet zone.
  private static func code(_ column: Int, _ row: Int) -> Bool {
    let (column, row) = (column / 6 - 2, row / 6 - 2)
    return (0..<21).contains(column) && (0..<21).contains(row) && isDark(column, row)
  }

  private static let side = 150

  // MARK: Tests

  @Test(arguments: [true, false])
  func `a code that a page shows is an attachment`(hasBooking: Bool) throws {
    let picture = Self.gray(Self.side, Self.side) { Self.code($0, $1) ? 0 : 255 }
    #expect(try count(picture, hasBooking: hasBooking) == 1)
  }

  @Test func `a code is recognized in each color type and filter`() throws {
    let side = Self.side
    var packed: [UInt8] = []
    for row in 0..<side {
      packed.append(0)
      for start in stride(from: 0, to: side, by: 8) {
        var byte: UInt8 = 0
        for column in start..<start + 8 {
          byte <<= 1
          if Self.code(column, row) { byte |= 1 }
        }
        packed.append(byte)
      }
    }
    // Color 1 is black, and color 0 is black as well, but transparent.
    let palette = Self.chunk("PLTE", [0, 0, 0, 0, 0, 0]) + Self.chunk("tRNS", [0, 255])
    #expect(try count(Self.png(side, side, depth: 1, color: 3, extra: palette, packed)) == 1)
    var transparent: [UInt8] = []
    for row in 0..<side {
      transparent.append(0)
      for column in 0..<side { transparent += [0, 0, 0, Self.code(column, row) ? 255 : 0] }
    }
    #expect(try count(Self.png(side, side, color: 6, transparent)) == 1)
    for filter in UInt8(1)...4 {
      #expect(try count(Self.png(side, side, Self.filtered(filter))) == 1, "filter \(filter)")
    }
  }

  /// The rows of the code in gray by a filter of the PNG specification.
  private static func filtered(_ filter: UInt8) -> [UInt8] {
    func value(_ column: Int, _ row: Int) -> Int {
      column < 0 || row < 0 ? 0 : code(column, row) ? 40 : 230
    }
    var rows: [UInt8] = []
    for row in 0..<side {
      rows.append(filter)
      for column in 0..<side {
        let (left, up) = (value(column - 1, row), value(column, row - 1))
        let corner = value(column - 1, row - 1)
        let estimate = left + up - corner
        let paeth = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) }
        let predicted = [0, left, up, (left + up) / 2, paeth ?? 0][Int(filter)]
        rows.append(UInt8(truncatingIfNeeded: value(column, row) - predicted))
      }
    }
    return rows
  }

  @Test func `logos, photos, banners and tracking pixels are no attachments`() throws {
    let side = Self.side
    // A disc in two tones, as in a logo.
    let logo = Self.gray(side, side) { column, row in
      let (x, y) = (column - side / 2, row - side / 2)
      return x * x + y * y < 2500 ? 0 : 255
    }
    let photo = Self.gray(side, side) { UInt8(($0 * 7 + $1 * 13) % 256) }
    let stripes = Self.gray(side, side) { _, row in row / 6 % 2 == 0 ? 0 : 255 }
    let banner = Self.gray(4 * side, side) { Self.code($0 % side, $1) ? 0 : 255 }
    let small = Self.gray(60, 60) { Self.code($0, $1) ? 0 : 255 }
    let pixel = Self.gray(1, 1) { _, _ in 255 }
    for picture in [logo, photo, stripes, banner, small, pixel] {
      #expect(try count(picture) == 0)
    }
  }

  @Test func `a square picture without readable pixels is an attachment of a booking`() throws {
    func jpeg(_ width: Int, _ height: Int) -> Data {
      var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8]
      for side in [height, width] { file += [UInt8(side >> 8), UInt8(side & 0xFF)] }
      return Data(file + [1, 1, 0x11, 0])
    }
    #expect(try count(jpeg(200, 200), "jpeg") == 1)
    #expect(try count(jpeg(200, 200), "jpeg", hasBooking: false) == 0)
    #expect(try count(jpeg(600, 200), "jpeg") == 0)
    #expect(try count(jpeg(80, 80), "jpeg") == 0)
    let gif = Data("GIF89a".utf8 + [200, 0, 200, 0, 0, 0, 0])
    #expect(try count(gif, "gif") == 1)
    let interlaced = Self.png(200, 200, interlace: 1, [])
    #expect(try count(interlaced) == 1)
  }

  @Test func `a damaged picture is read without a trap`() throws {
    let picture = Self.gray(Self.side, Self.side) { Self.code($0, $1) ? 0 : 255 }
    for size in stride(from: 0, to: picture.count, by: 997) {
      _ = try count(picture.prefix(size))
    }
    for index in 8..<60 {
      var bytes = picture
      bytes[index] ^= 0xFF
      _ = try count(bytes)
    }
  }
}
