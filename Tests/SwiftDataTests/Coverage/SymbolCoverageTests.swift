// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Compares the module's symbol graph with the table of Apple's symbols.
///
/// The compiler's `swift-symbolgraph-extract` reads the module that the tests were built with, in
/// half a second.
@Suite(.timeLimit(.minutes(15))) struct SymbolCoverageTests {
  @Test func `every symbol of Apple's framework exists or is listed as absent`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let absent = try DifferencesPage.absentNames()
    let missing = try AppleSymbol.all().filter { symbol in
      graph[symbol.name, default: 0] < symbol.count && !symbol.isNamed(in: absent)
    }
    #expect(
      missing.map(\.description) == [],
      "Add these symbols, or name them in the section Absent of docs/differences-from-apple.md.")
  }

  @Test func `no existing symbol is listed as absent`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    let absent = try DifferencesPage.absentNames()
    let present = try AppleSymbol.all().filter { symbol in
      absent.contains(symbol.name) && graph[symbol.name, default: 0] >= symbol.count
    }
    #expect(
      present.map(\.description) == [],
      "Remove these symbols from the section Absent of docs/differences-from-apple.md.")
  }

  @Test func `the table names each symbol once`() throws {
    let symbols = try AppleSymbol.all()
    #expect(symbols.count > 450)
    #expect(Set(symbols.map(\.name)).count == symbols.count)
  }

  @Test func `a symbol that does not exist is reported`() throws {
    let graph = try SymbolGraph.ofSwiftData()
    #expect(graph["ModelContext.fetch(_:)"] == 1)
    #expect(graph["PersistentModel.getValue(forKey:)"] == 5)
    #expect(graph["ModelContext.fetch(_:limit:)"] == nil)
    let symbol = try #require(AppleSymbol("applies ModelContext.fetch(_:limit:)"))
    #expect(!symbol.isNamed(in: ["ModelContext.save()", "Query"]))
    #expect(symbol.isNamed(in: ["ModelContext"]))
  }
}

/// A line of the table of Apple's symbols.
private struct AppleSymbol: CustomStringConvertible {
  enum Category: String {
    case applies, adapt, no
  }

  let category: Category
  let name: String
  /// The number of overloads.
  let count: Int

  init?(_ line: Substring) {
    let parts = line.split(separator: " ")
    guard let category = parts.first.flatMap({ Category(rawValue: String($0)) }),
      (2...3).contains(parts.count)
    else { return nil }
    self.category = category
    name = String(parts[1])
    count = parts.count == 3 ? Int(parts[2].dropFirst()) ?? 0 : 1
  }

  var description: String { count > 1 ? "\(name) x\(count)" : name }

  /// Whether the names contain the symbol or a type around it.
  func isNamed(in names: Set<String>) -> Bool {
    var path = name[...]
    while !path.isEmpty {
      if names.contains(String(path)) { return true }
      path = path.lastIndex(of: ".").map { path[..<$0] } ?? ""
    }
    return false
  }

  static func all() throws -> [AppleSymbol] {
    let lines = try Repository.text(of: "docs/apple-symbols.txt").split(separator: "\n")
    return try lines.filter { !$0.hasPrefix("#") }.map { try #require(AppleSymbol($0), "\($0)") }
  }
}

/// The page of differences from Apple's framework.
private enum DifferencesPage {
  /// The names in code style in the section about absent parts.
  static func absentNames() throws -> Set<String> {
    let page = try Repository.text(of: "docs/differences-from-apple.md")
    let start = try #require(page.range(of: "\n## Absent\n"))
    let rest = page[start.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    let parts = section.split(separator: "`", omittingEmptySubsequences: false)
    let names = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    return Set(names.map { $0.trimmingPrefix("@") }.map(String.init))
  }
}

/// The number of public symbols by name with argument labels.
private enum SymbolGraph {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      let pathComponents: [String]
    }

    let symbols: [Symbol]
  }

  static func ofSwiftData() throws -> [String: Int] {
    // The folder with the products of the build, in which the resources are.
    let products = Bundle.module.bundleURL.deletingLastPathComponent().resolvingSymlinksInPath()
    let files = FileManager.default
    let output = files.temporaryDirectory.appending(path: "cairn-symbols-\(UUID().uuidString)")
    try files.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: output) }
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    var arguments = [
      "symbolgraph-extract", "-module-name", "SwiftData", "-target", try target(),
      "-minimum-access-level", "public", "-output-dir", output.path(percentEncoded: false),
      "-I", products.appending(path: "Modules").path(percentEncoded: false),
      "-I", build.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path(),
    ]
    for folder in try files.contentsOfDirectory(at: products, includingPropertiesForKeys: nil) {
      let map = folder.appending(path: "module.modulemap").path(percentEncoded: false)
      if folder.pathExtension == "build", files.fileExists(atPath: map) {
        arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
      }
    }
    _ = try run("swift", arguments)
    var counts: [String: Int] = [:]
    for file in try files.contentsOfDirectory(at: output, includingPropertiesForKeys: nil) {
      let graph = try JSONDecoder().decode(Graph.self, from: try Data(contentsOf: file))
      for symbol in graph.symbols {
        counts[symbol.pathComponents.joined(separator: "."), default: 0] += 1
      }
    }
    return counts
  }

  /// The compiler's target triple.
  private static func target() throws -> String {
    struct Information: Decodable {
      struct Target: Decodable {
        let triple: String
      }

      let target: Target
    }
    let text = try run("swiftc", ["-print-target-info"])
    return try JSONDecoder().decode(Information.self, from: text).target.triple
  }

  private static func run(_ tool: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(tool) \(arguments.joined(separator: " "))")
    return data
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
