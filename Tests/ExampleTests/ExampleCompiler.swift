// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation

/// Checks examples with the compiler, against the modules of a build.
struct ExampleCompiler {
  /// The folder of the repository.
  let root: URL
  /// The folder of the build's products.
  let products: URL

  /// The build that contains this test.
  static let current = ExampleCompiler(
    root: URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent(),
    products: URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent())

  /// Returns the groups of examples that are compiled together: one for each module, and `documents`
  /// for the documents of the repository.
  func groups() throws -> [String: [Example]] {
    var groups: [String: [Example]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: file("Sources")).sorted()
    where path.hasSuffix(".swift") || path.contains(".docc/") && path.hasSuffix(".md") {
      let module = String(path.prefix { $0 != "/" })
      groups[module, default: []] += try examples(in: "Sources/" + path)
    }
    let documents = try FileManager.default.contentsOfDirectory(atPath: file("docs")).sorted()
      .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    groups["documents"] = try (["README.md"] + documents).flatMap(examples)
    return groups.filter { !$0.value.isEmpty }
  }

  private func examples(in path: String) throws -> [Example] {
    Example.examples(
      in: try String(contentsOf: root.appending(path: path), encoding: .utf8), path: path)
  }

  /// Returns the compiler's errors in the examples of a group; each begins with path and line.
  func errors(in examples: [Example], group: String) async throws -> [String] {
    let workspace = try Workspace()
    let isModule = group != "documents"
    let files = Dictionary(grouping: examples.filter { !$0.isSkipped }, by: \.path)
    var arguments = flags + ["-D", "EXAMPLES_\(group)"]
    if isModule { arguments.append(file("Tests/ExampleTests/Fixtures/ExampleContext.swift")) }
    for (index, path) in files.keys.sorted().enumerated() {
      let name = "Examples\(index)"
      let url = workspace.url.appending(path: "\(name).swift")
      try ExampleProgram(examples: files[path] ?? [], imports: imports(of: group)).code(name: name)
        .write(to: url, atomically: true, encoding: .utf8)
      arguments.append(url.path)
    }
    let response = workspace.url.appending(path: "arguments")
    try arguments.map { "'\($0)'" }.joined(separator: "\n")
      .write(to: response, atomically: true, encoding: .utf8)
    let result = try await workspace.shell("exec swiftc \"@$1\" 2>&1", response.path)
    if result.status == 0 { return [] }
    // A note after an error in the expansion of a macro has the location of the macro.
    let errors = result.output.split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") || $0.contains(": note: in expansion of macro ") }
    return errors.isEmpty ? [result.output] : errors
  }

  /// The modules that every example of a group imports. Documents import their modules themselves.
  private func imports(of group: String) -> [String] {
    switch group {
    case "documents": []
    case "CloudKitMirroring": ["CloudKitMirroring", "SwiftData"]
    case "SwiftDataStoreTesting": ["SwiftData", "SwiftDataStoreTesting"]
    case "ActivityFiles", "Geodesy", "Measures": ["Foundation", group]
    case "RuckMap": ["Foundation", "Geodesy", "Measures", group]
    case "Rowing": ["Foundation", "SwiftData", group]
    case "TripPlanner": ["Foundation", group]
    case "RowingSync": ["CloudKit", group]
    default: [group]
    }
  }

  /// The flags of a program that depends on this package: Swift 6 without upcoming features.
  private var flags: [String] {
    var flags = [
      // SIL, unlike type checking alone, includes the checks of initialization and data races.
      "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "6",
      "-whole-module-optimization", "-suppress-warnings", "-diagnostic-style", "llvm",
      "-module-name", "Examples",
      "-package-name", packageName,
      "-module-cache-path", products.appending(path: "ModuleCache").path,
      "-I", products.appending(path: "Modules").path,
    ]
    for plugin in ["FoundationMacros", "SwiftDataMacros"] {
      flags += [
        "-load-plugin-executable",
        products.appending(path: "\(plugin)-tool").path + "#" + plugin,
      ]
    }
    for map in moduleMaps { flags += ["-Xcc", "-fmodule-map-file=" + map] }
    return flags
  }

  /// The name that the build gives to this package, for examples of its internal types.
  private var packageName: String {
    String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The module maps of C targets: generated ones, and those of the targets themselves.
  private var moduleMaps: [String] {
    let checkouts = products.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "checkouts")
    var maps = entries(of: products).filter {
      $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build")
    }.map { products.appending(path: $0).path + "/module.modulemap" }
    let folders =
      [root.appending(path: "Sources")]
      + entries(of: checkouts).map { checkouts.appending(path: $0 + "/Sources") }
    for folder in folders {
      for target in entries(of: folder) {
        let url = folder.appending(path: target)
        maps += ["module.modulemap", "include/module.modulemap"].map { url.path + "/" + $0 }
      }
    }
    return maps.filter(FileManager.default.fileExists).sorted()
  }

  private func entries(of folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private func file(_ path: String) -> String { root.appending(path: path).path }
}
