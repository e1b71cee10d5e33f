// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The examples of one file as Swift code that the compiler can check.
///
/// Types are members of an enumeration, so that examples of several files may declare types of equal
/// names. An example sees the types of the other examples of its file. An example that declares a
/// type again hides the earlier one. Statements become the body of a function.
struct ExampleProgram {
  let examples: [Example]
  /// The modules that each example imports.
  let imports: [String]

  /// The code, in which each line has the location of its line in the documentation.
  func code(name: String) -> String {
    var head = imports.map { "import \($0)" }
    var body = ["enum \(name) {"]
    var extensions: [String] = []
    var types: Set<String> = []
    var depth = 1
    for (index, example) in examples.enumerated() {
      let items = example.items
      let names = Set(
        items.compactMap { item -> String? in
          if case .type(let name) = item.kind { name } else { nil }
        })
      if !types.isDisjoint(with: names) {
        body.append("enum Next\(depth) {")
        depth += 1
        types = []
      }
      types.formUnion(names)
      for item in items {
        let lines = [location(of: item, in: example)] + item.code
        switch item.kind {
        case .import: head += lines
        case .extension: extensions += lines
        case .type: body += lines
        case .statement: break
        }
      }
      let statements = items.filter { $0.kind == .statement }
      if statements.isEmpty { continue }
      body.append("static func example\(index)() async throws {")
      for item in statements { body += [location(of: item, in: example)] + item.code }
      body.append("}")
    }
    body += Array(repeating: "}", count: depth)
    return (head + body + extensions).joined(separator: "\n") + "\n"
  }

  private func location(of item: Example.Item, in example: Example) -> String {
    "#sourceLocation(file: \"\(example.path)\", line: \(item.line))"
  }
}
