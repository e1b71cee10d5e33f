// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A parsed header value such as `form-data; name="files"; filename="a.gpx"`.
package struct HeaderParameters: Sendable {
  /// The text before the first semicolon.
  package private(set) var value: String
  private var parameters: [String: String] = [:]

  /// Parses a header value, skipping invalid parameters.
  ///
  /// Of several parameters with one name, the first one counts.
  package init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    value = Self.text(Self.consume(&rest) { $0 != ";" })
    while rest.popFirst() != nil {
      let name = Self.text(Self.consume(&rest) { $0 != ";" && $0 != "=" }).lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      _ = Self.consume(&rest) { $0 == " " || $0 == "\t" }
      let value: String
      if rest.first == "\"" {
        value = Self.quoted(&rest)
        _ = Self.consume(&rest) { $0 != ";" }
      } else {
        value = Self.text(Self.consume(&rest) { $0 != ";" })
      }
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  /// The parameter with the given lower-case name.
  package subscript(name: String) -> String? { parameters[name] }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func consume(
    _ rest: inout Scalars, while condition: (Unicode.Scalar) -> Bool
  ) -> Scalars {
    let taken = rest.prefix(while: condition)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private static func text(_ scalars: Scalars) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let trimmed = scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    return string(Array(trimmed))
  }

  /// Parses a quoted string.
  ///
  /// Browsers encode a quotation mark as %22 and line ends as %0D and %0A; other clients escape
  /// quotation marks and backslashes with a backslash. A backslash before any other character is
  /// literal, since some clients send whole Windows paths.
  private static func quoted(_ rest: inout Scalars) -> String {
    rest.removeFirst()
    var scalars: [Unicode.Scalar] = []
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        rest.removeFirst()
        scalars.append(next)
      } else {
        scalars.append(scalar)
      }
    }
    return string(scalars)
      .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
