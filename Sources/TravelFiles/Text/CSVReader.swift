// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A reader of comma-separated values (RFC 4180), also with semicolons or tabs.
struct CSVReader {
  /// The maximum number of rows.
  static let rowLimit = 200_000

  /// A row with the line at which it begins, counted from 1.
  struct Row {
    var fields: [String]
    var line: Int
  }

  /// The separator.
  let separator: UInt8
  /// The rows that are not blank.
  let rows: [Row]
  /// True if there are more rows than the limit.
  let isTruncated: Bool

  /// Reads a text; the separator is the most frequent one of the first line.
  init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let firstLine = bytes.prefix { $0 != 0x0A }
    let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    let counts = separators.map { separator in firstLine.count { $0 == separator } }
    let most = counts.max() ?? 0
    separator = counts.firstIndex(of: most).map { separators[$0] } ?? UInt8(ascii: ",")
    var rows: [Row] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var line = 1
    var rowLine = 1
    var index = bytes.startIndex
    func endRow() {
      fields.append(TextDecoding.text(field))
      field.removeAll(keepingCapacity: true)
      if fields.contains(where: { !$0.isEmpty }) { rows.append(Row(fields: fields, line: rowLine)) }
      fields.removeAll()
    }
    while index < bytes.endIndex, rows.count < Self.rowLimit {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if index < bytes.endIndex, bytes[index] == byte {
            field.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
        } else {
          field.append(byte)
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == separator {
        fields.append(TextDecoding.text(field))
        field.removeAll(keepingCapacity: true)
      } else if byte == 0x0A {
        if field.last == 0x0D { field.removeLast() }
        endRow()
        rowLine = line
      } else {
        field.append(byte)
      }
    }
    if index >= bytes.endIndex, !field.isEmpty || !fields.isEmpty { endRow() }
    isTruncated = index < bytes.endIndex
    self.rows = rows
  }

  /// The index of the first column with one of the names, without regard to case.
  func column(_ names: String...) -> Int? {
    rows.first?.fields.firstIndex { names.contains($0.trimmed.lowercased()) }
  }
}
