// Cairn
// SPDX-License-Identifier: Apache-2.0

import CZint
import SystemSupport
package import TravelFiles
import TripPlanner

/// The barcode of a ticket or a pass as a picture that scanners read.
///
/// QR Code is ISO/IEC 18004, Aztec Code ISO/IEC 24778, PDF417 ISO/IEC 15438, and Code 128
/// ISO/IEC 15417. The picture includes the quiet zone, and is dark on white in every color scheme.
package struct BarcodePicture: Sendable, Hashable {
  /// A rectangle of dark modules, in modules.
  private struct Bar: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The width of the quiet zone in modules, the largest that one of the symbologies requires.
  private static let quietZone = 4
  /// The height in modules of a row of PDF417, and of the bars of Code 128.
  private static let rowHeights: [Barcode.Format: Int] = [.pdf417: 3, .code128: 40]
  /// The longest content in bytes; PDF417 has the smallest capacity of the four.
  private static let longest = 1100

  private let bars: [Bar]
  private let width: Int
  private let height: Int
  private let format: Barcode.Format

  /// Encodes a barcode; nil if its content is empty, too long, or not in the symbology's alphabet.
  ///
  /// - Parameter barcode: The symbology and the content. Content within ISO 8859-1 is encoded in it,
  ///   as the passes of Wallet are; other content is encoded in UTF-8.
  package init?(_ barcode: Barcode) {
    let latin = barcode.message.unicodeScalars.allSatisfy { $0.value < 256 }
    let bytes =
      latin
      ? barcode.message.unicodeScalars.map { UInt8($0.value) } : Array(barcode.message.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longest, let symbol = ZBarcode_Create() else {
      return nil
    }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = Self.symbology(of: barcode.format)
    symbol.pointee.input_mode = DATA_MODE
    // A warning, such as for a quiet zone, still has a symbol.
    guard ZBarcode_Encode(symbol, bytes, Int32(bytes.count)) < ZINT_ERROR else { return nil }
    let (rows, columns) = (Int(symbol.pointee.rows), Int(symbol.pointee.width))
    let rowHeight = Self.rowHeights[barcode.format] ?? 1
    format = barcode.format
    width = columns + 2 * Self.quietZone
    height = rows * rowHeight + 2 * Self.quietZone
    var bars: [Bar] = []
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let start = column
        while column < columns, CZintModuleIsDark(symbol, Int32(row), Int32(column)) == 1 {
          column += 1
        }
        if column > start {
          bars.append(
            Bar(
              x: start + Self.quietZone, y: row * rowHeight + Self.quietZone,
              width: column - start, height: rowHeight))
        } else {
          column += 1
        }
      }
    }
    self.bars = bars
  }

  private static func symbology(of format: Barcode.Format) -> Int32 {
    switch format {
    case .qrCode: BARCODE_QRCODE
    case .aztecCode: BARCODE_AZTEC
    case .pdf417: BARCODE_PDF417
    case .code128: BARCODE_CODE128
    }
  }

  /// The picture as an SVG element.
  ///
  /// - Parameter label: The text alternative, unescaped.
  /// - Returns: The element, without an XML declaration.
  package func svg(label: String) -> String {
    let path = bars.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h-\($0.width)z" }.joined()
    return #"<svg xmlns="http://www.w3.org/2000/svg" class="barcode barcode-\#(format.rawValue)" "#
      + #"viewBox="0 0 \#(width) \#(height)" role="img" aria-label="\#(HTMLEscaper.escaped(label))" "#
      + #"shape-rendering="crispEdges"><path fill="white" d="M0 0h\#(width)v\#(height)H0z"/>"#
      + #"<path fill="black" d="\#(path)"/></svg>"#
  }
}

extension BarcodePicture {
  /// Draws barcodes for the HTML file of a trip.
  static let drawing: TripLibrary.BarcodeDrawing = { barcode, label in
    BarcodePicture(barcode)?.svg(label: label)
  }
}
