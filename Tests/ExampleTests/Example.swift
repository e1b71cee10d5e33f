// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A block of Swift code in a doc comment or a Markdown document.
struct Example {
  /// The path of the file, from the repository's folder.
  let path: String
  /// The line of the file that contains the first line of the code.
  let line: Int
  let code: [String]

  /// Whether the block is a part of a package manifest or a whole program, which can't be compiled
  /// inside of a function.
  var isSkipped: Bool {
    let first = code.first { !$0.isEmpty } ?? ""
    return ["// Package.swift", "// swift-tools-version:", "dependencies:"].contains {
      first.hasPrefix($0)
    } || code.contains { $0.hasPrefix("@main") }
  }

  /// Returns the blocks of a document, in their order.
  static func examples(in document: String, path: String) -> [Example] {
    let isSwift = path.hasSuffix(".swift")
    var examples: [Example] = []
    var open: (line: Int, code: [String])?
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let text = isSwift ? docComment(line) : String(line) else {
        open = nil
        continue
      }
      let isFence = text.trimmingCharacters(in: .whitespaces).hasPrefix("```")
      if isFence, let block = open {
        examples.append(Example(path: path, line: block.line, code: block.code))
        open = nil
      } else if isFence {
        // The first line of code follows the fence, and lines begin at 1.
        if text.trimmingCharacters(in: .whitespaces) == "```swift" { open = (index + 2, []) }
      } else {
        open?.code.append(text)
      }
    }
    return examples
  }

  /// Returns the text of a line of a doc comment.
  private static func docComment(_ line: Substring) -> String? {
    let trimmed = line.drop { $0 == " " }
    guard trimmed.hasPrefix("///") else { return nil }
    let text = trimmed.dropFirst(3)
    return String(text.hasPrefix(" ") ? text.dropFirst() : text)
  }
}

extension Example {
  /// A declaration or statement of the outermost level of an example.
  struct Item {
    enum Kind: Equatable {
      case `import`
      case `extension`
      case type(name: String)
      case statement
    }

    let kind: Kind
    /// The line of the file that contains the first line of the item.
    let line: Int
    let code: [String]
  }

  /// The items of the code, which must be formatted: each begins in the first column.
  var items: [Item] {
    var items: [Item] = []
    var lines: [String] = []
    var start = line
    var depth = 0
    for (offset, text) in code.enumerated() {
      if depth == 0, let first = text.first, first != " ", !lines.allSatisfy(Self.isPrefix) {
        items.append(Item(kind: Self.kind(of: lines), line: start, code: lines))
        lines = []
      }
      if lines.isEmpty { start = line + offset }
      lines.append(text)
      depth += Self.depth(of: text)
    }
    if !lines.isEmpty { items.append(Item(kind: Self.kind(of: lines), line: start, code: lines)) }
    return items
  }

  /// Whether a line belongs to the item of the next line: an attribute or a comment.
  private static func isPrefix(_ line: String) -> Bool {
    line.isEmpty || line.hasPrefix("//") || line.hasPrefix("@") && !line.contains(" ")
  }

  /// The number of brackets that a line opens, less the number that it closes.
  private static func depth(of line: String) -> Int {
    var depth = 0
    var isString = false
    var previous: Character?
    for character in line {
      if character == "\"", previous != "\\" { isString.toggle() }
      if !isString {
        if character == "/", previous == "/" { break }
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
      }
      previous = character
    }
    return depth
  }

  private static func kind(of lines: [String]) -> Item.Kind {
    let modifiers: Set = [
      "final", "public", "package", "private", "fileprivate", "open", "indirect", "nonisolated",
    ]
    let words = lines.filter { !$0.hasPrefix("//") }.prefix(3).joined(separator: " ")
      .split { !$0.isLetter && !$0.isNumber && !"@_.#".contains($0) }
      .drop { $0.hasPrefix("@") || modifiers.contains(String($0)) }
    switch words.first {
    case "import": return .import
    case "extension": return .extension
    case "class", "struct", "enum", "actor", "protocol", "typealias":
      return .type(name: String(words.dropFirst().first ?? ""))
    default: return .statement
    }
  }
}
