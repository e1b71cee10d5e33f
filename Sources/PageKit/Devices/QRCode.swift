// Cairn
// SPDX-License-Identifier: Apache-2.0

import CQRCode
import Foundation
import SystemSupport

/// A QR code: a square of dark and light modules (ISO/IEC 18004).
///
/// Both pictures include the quiet zone of four light modules that scanners need.
package struct QRCode: Sendable, Equatable {
  /// An error from encoding a text.
  package struct Failure: Error, LocalizedError, Equatable {
    let code: Int32

    package var errorDescription: String? {
      code == ERANGE
        ? "The text is too long for a QR code. Use at most 2,000 characters."
        : "The QR code can't be encoded: \(SystemError(code).message). Type the code instead."
    }
  }

  /// The width of the quiet zone in modules.
  static let quietZone = 4

  /// The number of modules in a row.
  package let size: Int
  private let modules: [Bool]

  /// Encodes a text with medium error correction, which survives damage of 15 % of the code.
  ///
  /// - Throws: ``Failure`` if the text is too long or memory is missing.
  package init(_ text: String) throws {
    // Version 0 selects the smallest size that the text fits into.
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
      throw Failure(code: errno)
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data else { throw Failure(code: EINVAL) }
    size = width
    // The lowest bit is the colour, the others describe the role of the module.
    modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
  }

  /// Whether the module in a column and row is dark; modules outside are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules[row * size + column]
  }

  /// The code as an SVG element with a text alternative, dark on white in every color scheme.
  ///
  /// - Parameter label: The text alternative, unescaped.
  /// - Returns: The element, without an XML declaration.
  package func svg(label: String) -> String {
    let side = size + 2 * Self.quietZone
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while isDark(column, row) { column += 1 }
        if column > start {
          path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1"
          path += "h-\(column - start)z"
        } else {
          column += 1
        }
      }
    }
    let title = HTMLEscaper.escaped(label)
    return #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(side) \#(side)" width="240" "#
      + #"height="240" role="img" aria-label="\#(title)" shape-rendering="crispEdges">"#
      + #"<path fill="white" d="M0 0h\#(side)v\#(side)H0z"/>"#
      + #"<path fill="black" d="\#(path)"/></svg>"#
  }

  /// The code as lines of half-block characters, two rows of modules in a line.
  ///
  /// - Parameter isColored: Whether escape sequences set black on white, so that the code is
  ///   readable in dark terminals. Without them, light modules are drawn, as for a dark terminal.
  /// - Returns: The lines, each with a line feed.
  package func text(isColored: Bool) -> String {
    let range = -Self.quietZone..<(size + Self.quietZone)
    var text = ""
    for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      if isColored { text += "\u{1B}[30;107m" }
      for column in range {
        let upper = isDark(column, row) == isColored
        // Below the last row of an odd number of rows is the terminal's background.
        let lower = row + 1 < range.upperBound && isDark(column, row + 1) == isColored
        text.append(Self.block(upper, lower))
      }
      text += isColored ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }

  /// The character whose upper and lower halves are drawn or not.
  private static func block(_ upper: Bool, _ lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
