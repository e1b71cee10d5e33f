// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The public symbols of the SwiftData module, from the compiler's symbol graph.
struct SymbolGraph {
  /// The declarations by the path of their names, such as `ModelContext.fetch(_:)`.
  private(set) var declarations: [String: [Declaration]] = [:]
  /// The protocols and superclasses of a type, by its path.
  private(set) var conformances: [String: Set<String>] = [:]
  /// The paths and declarations of requirements without a default implementation.
  private(set) var requirements: [(path: String, declaration: Declaration)] = []

  /// Extracts the graph from the module that the tests were built with, in about half a second.
  static func ofSwiftData() throws -> SymbolGraph {
    let files = FileManager.default
    let output = files.temporaryDirectory.appending(path: "cairn-symbols-\(UUID().uuidString)")
    try files.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: output) }
    try extract(to: output)
    let graphs = try files.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
      .map { try JSONDecoder().decode(Graph.self, from: try Data(contentsOf: $0)) }
    return try SymbolGraph(graphs)
  }

  private init(_ graphs: [Graph]) throws {
    let symbols = graphs.flatMap(\.symbols)
    let relationships = graphs.flatMap(\.relationships)
    let paths = Dictionary(
      symbols.map { ($0.identifier.precise, $0.path) }, uniquingKeysWith: { first, _ in first })
    var constraints: [String: Set<Graph.Constraint>] = [:]
    for symbol in symbols where symbol.isType {
      constraints[symbol.path] = Set(symbol.swiftGenerics?.constraints ?? [])
    }
    var byIdentifier: [String: Declaration] = [:]
    for symbol in symbols {
      let owner = symbol.pathComponents.dropLast().joined(separator: ".")
      let inherited = constraints[owner] ?? []
      let added = (symbol.swiftExtension?.constraints ?? []).filter { constraint in
        !inherited.contains(constraint) && !(constraint.lhs == "Self" && constraint.rhs == owner)
      }
      let text = symbol.declarationFragments.map(\.spelling).joined()
      // In a final class, `Self` is the class.
      let spelling =
        owner == "DefaultSerialModelExecutor" ? text.replacing("Self", with: owner) : text
      let declaration = try #require(
        Declaration(
          spelling, labels: symbol.labels, constraints: added.map { "\($0)" }), "\(text)")
      declarations[symbol.path, default: []].append(declaration)
      byIdentifier[symbol.identifier.precise] = declaration
    }
    for relationship in relationships {
      guard let source = paths[relationship.source] else { continue }
      if ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
        let fallback = relationship.targetFallback?.split(separator: ".", maxSplits: 1).last
        let target = paths[relationship.target] ?? fallback.map(String.init)
        conformances[source, default: []].insert(target ?? relationship.target)
      }
    }
    let defaults = Set(
      relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.target))
    for relationship in relationships
    where relationship.kind == "requirementOf" && !defaults.contains(relationship.source) {
      guard let path = paths[relationship.source],
        let declaration = byIdentifier[relationship.source]
      else { continue }
      requirements.append((path, declaration))
    }
  }

  private static func extract(to output: URL) throws {
    // The folder with the products of the build, in which the resources are.
    let products = Bundle.module.bundleURL.deletingLastPathComponent().resolvingSymlinksInPath()
    let files = FileManager.default
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

/// The compiler's file format of a symbol graph, as far as the tests read it.
private struct Graph: Decodable {
  struct Symbol: Decodable {
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftGenerics: Generics?
    let swiftExtension: Generics?

    var path: String { pathComponents.joined(separator: ".") }
    var isType: Bool {
      ["swift.struct", "swift.class", "swift.enum", "swift.protocol"].contains(kind.identifier)
    }
    /// The argument labels in the symbol's name.
    var labels: [String]? {
      guard let name = pathComponents.last, let start = name.firstIndex(of: "("),
        name.hasSuffix(")")
      else { return nil }
      return name[start...].dropFirst().dropLast().split(separator: ":").map(String.init)
    }
  }

  struct Kind: Decodable {
    let identifier: String
  }

  struct Identifier: Decodable {
    let precise: String
  }

  struct Fragment: Decodable {
    let spelling: String
  }

  struct Generics: Decodable {
    let constraints: [Constraint]?
  }

  struct Constraint: Decodable, Hashable, CustomStringConvertible {
    let kind: String
    let lhs: String
    let rhs: String

    var description: String { lhs + (kind == "sameType" ? " == " : ": ") + rhs }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}
