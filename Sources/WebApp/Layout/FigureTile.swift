// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One figure with its name, as the pages show it.
package struct FigureTile: Sendable, Equatable {
  static let name = "figure"
  static let template = #"""
    <div class="figure"><dt>{{label}}</dt><dd>{{value}}{{#unit}} <span class="unit">{{unit}}</span>{{/unit}}{{#note}}<small>{{note}}</small>{{/note}}</dd></div>

    """#

  var label: String
  var value: String
  var unit: String?
  var note: String?

  /// A figure whose text ends in a unit, which is shown smaller: "4.02 mi".
  package init(_ label: String, _ text: String, note: String? = nil) {
    self.label = label
    self.note = note
    if let space = text.lastIndex(of: " "), text[..<space].allSatisfy({ !$0.isLetter }) {
      value = String(text[..<space])
      unit = String(text[text.index(after: space)...])
    } else {
      value = text
    }
  }
}
