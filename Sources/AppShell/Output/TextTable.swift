// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A table of text columns under a header.
package struct TextTable {
  /// A column's heading and alignment.
  package struct Column {
    package let heading: String
    package let isRightAligned: Bool

    /// A left-aligned column, for text.
    package static func left(_ heading: String) -> Column {
      Column(heading: heading, isRightAligned: false)
    }

    /// A right-aligned column, for numbers.
    package static func right(_ heading: String) -> Column {
      Column(heading: heading, isRightAligned: true)
    }
  }

  package let columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; each cell is made printable.
  package mutating func add(_ cells: [String]) {
    rows.append(cells.map(\.printable))
  }

  /// The table; the header is dimmed if `colors` is true.
  package func text(colors: Bool) -> String {
    var widths = columns.map(\.heading.columns)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.columns) }
    }
    let header = line(columns.map(\.heading), widths)
    let start = colors ? "\u{1B}[2m" : ""
    let end = colors ? "\u{1B}[0m" : ""
    return start + header + end + "\n" + rows.map { line($0, widths) + "\n" }.joined()
  }

  /// Names and values as lines, the values in one column; values are made printable.
  package static func fields(_ pairs: [(name: String, value: String)]) -> String {
    let width = pairs.map(\.name.columns).max() ?? 0
    return pairs.map { pair in
      let padding = String(repeating: " ", count: width - pair.name.columns + 2)
      return pair.name + padding + pair.value.printable + "\n"
    }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += "  " }
      let padding = String(repeating: " ", count: widths[index] - cell.columns)
      line += columns[index].isRightAligned ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
