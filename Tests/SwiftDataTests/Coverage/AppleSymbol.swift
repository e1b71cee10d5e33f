// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A line of the table of Apple's symbols.
struct AppleSymbol: CustomStringConvertible {
  enum Category: String {
    case applies, adapt, no
  }

  let category: Category
  /// The path of the name with argument labels, such as `ModelContext.fetch(_:)`.
  let path: String
  /// Nil in category ``Category/no``, whose lines contain the path only.
  let declaration: Declaration?

  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard let category = parts.first.flatMap({ Category(rawValue: String($0)) }) else {
      return nil
    }
    self.category = category
    if category == .no {
      guard parts.count == 2 else { return nil }
      path = String(parts[1])
      declaration = nil
    } else {
      guard parts.count == 3, let declaration = Declaration(String(parts[2])) else { return nil }
      path = parts[1] == "SwiftData" ? declaration.name : "\(parts[1]).\(declaration.name)"
      self.declaration = declaration
    }
  }

  var description: String { declaration.map { "\(path): \($0)" } ?? path }

  /// Whether the names contain the symbol or a type around it.
  func isNamed(in names: Set<String>) -> Bool {
    var path = path[...]
    while !path.isEmpty {
      if names.contains(String(path)) { return true }
      path = path.lastIndex(of: ".").map { path[..<$0] } ?? ""
    }
    return false
  }

  /// Whether the module declares the symbol with the same parameters, result, effects, and
  /// constraints.
  func isDeclared(in graph: SymbolGraph) -> Bool {
    guard let declaration else { return graph.declarations[path] != nil }
    return graph.declarations[path, default: []].contains {
      $0.description == declaration.description
    }
  }

  /// The conformances of Apple's type that the module's type lacks.
  func missingConformances(in graph: SymbolGraph) -> [String] {
    let existing = graph.conformances[path] ?? []
    let names = (declaration?.conformances ?? []).flatMap { name in
      switch name {
      case "Codable": ["Decodable", "Encodable"]
      case "String": ["RawRepresentable"]
      case "AnyObject": [String]()
      default: [name]
      }
    }
    return names.filter { !existing.contains($0) }
  }

  static func all() throws -> [AppleSymbol] {
    let lines = try Repository.text(of: "docs/apple-symbols.txt").split(separator: "\n")
    return try lines.filter { !$0.hasPrefix("#") }.map { try #require(AppleSymbol($0), "\($0)") }
  }
}

/// The page of differences from Apple's framework.
enum DifferencesPage {
  /// The names in code style in a section, without the `@` of attributes.
  static func names(inSection title: String) throws -> Set<String> {
    let page = try Repository.text(of: "docs/differences-from-apple.md")
    let start = try #require(page.range(of: "\n## \(title)\n"))
    let rest = page[start.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    let parts = section.split(separator: "`", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    return Set(names.map { String($0.trimmingPrefix("@")) })
  }
}

/// The files of this repository.
private enum Repository {
  static func text(of path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
