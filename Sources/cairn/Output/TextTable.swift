// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Columns of text under a header, for a person.
struct TextTable {
  /// A heading and the side that its values lean to.
  struct Column {
    let heading: String
    let leansRight: Bool

    /// Text.
    static func left(_ heading: String) -> Column { Column(heading: heading, leansRight: false) }
    /// Figures.
    static func right(_ heading: String) -> Column { Column(heading: heading, leansRight: true) }
  }

  let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; each cell is made printable.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map(\.printable))
  }

  /// The table; the header is dimmed where `colors` is true.
  func text(colors: Bool) -> String {
    var widths = columns.map(\.heading.columns)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.columns) }
    }
    let header = line(columns.map(\.heading), widths)
    let start = colors ? "\u{1B}[2m" : ""
    let end = colors ? "\u{1B}[0m" : ""
    return start + header + end + "\n" + rows.map { line($0, widths) + "\n" }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += "  " }
      let padding = String(repeating: " ", count: widths[index] - cell.columns)
      line += columns[index].leansRight ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
