// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// QR codes as SVG and as text.
struct QRCodeTests {
  private static let link = "https://192.168.1.5:8443/pair?code=ABCD-EFGH"

  @Test
  func `a link fits into a small code with three finder patterns`() throws {
    let code = try QRCode(Self.link)
    #expect(code.size == 33)
    let finder = [
      "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]
    for (column, row) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      let found = (0..<7).map { y in
        String((0..<7).map { x in code.isDark(column + x, row + y) ? "#" : "." })
      }
      #expect(found == finder)
    }
    #expect(!code.isDark(-1, 0) && !code.isDark(0, code.size))
  }

  @Test
  func `the SVG has the modules of the code, and an escaped text alternative`() throws {
    let code = try QRCode(Self.link)
    let svg = code.svg(label: #"A "code""#)
    #expect(svg.contains(#"viewBox="0 0 41 41""#))
    #expect(svg.contains(#"aria-label="A &quot;code&quot;""#))
    #expect(!svg.contains("style="))
    var dark: Set<[Int]> = []
    for match in svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/) {
      let (x, y, width) = (Int(match.1) ?? 0, Int(match.2) ?? 0, Int(match.3) ?? 0)
      for column in x..<(x + width) { dark.insert([column - 4, y - 4]) }
    }
    for row in 0..<code.size {
      for column in 0..<code.size {
        #expect(dark.contains([column, row]) == code.isDark(column, row))
      }
    }
  }

  @Test(arguments: [true, false])
  func `the text has two rows of modules in a line`(isColored: Bool) throws {
    let code = try QRCode(Self.link)
    let lines = code.text(isColored: isColored).split(separator: "\n")
    #expect(lines.count == (code.size + 8 + 1) / 2)
    for (index, line) in lines.enumerated() {
      let characters = line.filter { "█▀▄ ".contains($0) }
      #expect(characters.count == code.size + 8)
      for (column, character) in characters.enumerated() {
        let upper = character == "█" || character == "▀"
        #expect(upper == (code.isDark(column - 4, index * 2 - 4) == isColored))
      }
    }
    #expect(code.text(isColored: true).contains("\u{1B}[30;107m") == true)
  }

  @Test
  func `a text that is too long is reported`() {
    #expect(throws: QRCode.Failure.self) { try QRCode(String(repeating: "x", count: 4_000)) }
  }
}
