// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles
import TripPlannerApp

/// Barcodes as pictures, read by another decoder.
struct BarcodePictureTests {
  private static let messages = [
    "M1DOE/JOHN            EXXX007 HELTXLAB 8075 263Y016E0042 100", "12345", "K7QX2M",
  ]

  /// The picture's rectangles as a grey image (PGM), four pixels to a module.
  private func image(_ svg: String) throws -> Data {
    let size = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
    let (width, height) = (try #require(Int(size.1)) * 4, try #require(Int(size.2)) * 4)
    var pixels = [UInt8](repeating: 255, count: width * height)
    let path = try #require(svg.firstMatch(of: /fill="black" d="([^"]*)"/)).1
    for bar in path.matches(of: /M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/) {
      let numbers = try [bar.1, bar.2, bar.3, bar.4].map { try #require(Int($0)) * 4 }
      for row in numbers[1]..<numbers[1] + numbers[3] {
        for column in numbers[0]..<numbers[0] + numbers[2] { pixels[row * width + column] = 0 }
      }
    }
    return Data("P5 \(width) \(height) 255\n".utf8) + Data(pixels)
  }

  @Test(.timeLimit(.minutes(15)))
  func `zxing decodes every symbology to the content of the pass`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var expected: [String] = []
    for format in Barcode.Format.allCases {
      for message in Self.messages {
        let picture = try #require(BarcodePicture(Barcode(format, message: message)))
        let file = folder.appending(path: "\(expected.count + 100).pgm")
        try image(picture.svg(label: "Code")).write(to: file)
        expected.append(message)
      }
    }
    let text = try await PythonClient.run(
      "read_barcodes.py", environment: "barcodes", folder)
    #expect(text.split(separator: "\n").map(String.init) == expected)
  }

  @Test func `a content that does not fit has no picture`() {
    #expect(BarcodePicture(Barcode(.qrCode, message: "")) == nil)
    #expect(BarcodePicture(Barcode(.pdf417, message: String(repeating: "é", count: 5000))) == nil)
    #expect(BarcodePicture(Barcode(.code128, message: String(repeating: "A", count: 900))) == nil)
  }

  @Test func `a label is escaped`() throws {
    let picture = try #require(BarcodePicture(Barcode(.qrCode, message: "1")))
    #expect(picture.svg(label: "\"><script>").contains("aria-label=\"&quot;&gt;&lt;script&gt;\""))
  }
}
