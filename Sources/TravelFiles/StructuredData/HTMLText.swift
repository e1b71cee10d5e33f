// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Decoding of character references in HTML.
enum HTMLText {
  /// Replaces character references; unknown references remain as they are.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var output = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "&" else {
        output.append(scalar)
        continue
      }
      let name = rest.prefix(32).prefix {
        $0 == "#" || ("0"..."9").contains($0) || ("a"..."z").contains($0)
          || ("A"..."Z").contains($0)
      }
      let after = rest[name.endIndex...]
      if let replacement = replacement(String(name)), after.first == ";" || name.first == "#" {
        output.append(contentsOf: replacement.unicodeScalars)
        rest = after.first == ";" ? after.dropFirst() : after
      } else {
        output.append("&")
      }
    }
    return String(output)
  }

  private static func replacement(_ name: String) -> String? {
    if let named = names[name] { return named }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value > 0, let scalar = Unicode.Scalar(value) else { return nil }
    return String(Character(scalar))
  }

  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "Eacute": "É", "egrave": "è", "ecirc": "ê", "euml": "ë", "agrave": "à",
    "aacute": "á", "acirc": "â", "atilde": "ã", "aring": "å", "Aring": "Å", "aelig": "æ",
    "AElig": "Æ", "ccedil": "ç", "Ccedil": "Ç", "iacute": "í", "igrave": "ì", "icirc": "î",
    "iuml": "ï", "ntilde": "ñ", "Ntilde": "Ñ", "oacute": "ó", "ograve": "ò", "ocirc": "ô",
    "otilde": "õ", "oslash": "ø", "Oslash": "Ø", "uacute": "ú", "ugrave": "ù", "ucirc": "û",
    "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "copy": "©", "reg": "®", "trade": "™",
    "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "deg": "°",
    "shy": "\u{AD}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "rarr": "→", "larr": "←",
  ]

  /// The text with runs of spaces and line ends as one space, and each line trimmed.
  static func normalized(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{A0}" }
          .joined(separator: " ")
      }
      .joined(separator: "\n").trimmed
  }
}
