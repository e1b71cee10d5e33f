// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// Text in the files and pictures of a trip.
enum ExportedText {
  /// Returns a text for HTML and SVG, without the characters that an SVG file cannot have.
  static func escaped(_ text: String) -> String {
    HTMLEscaper.escaped(text, controls: .drop)
  }
}
