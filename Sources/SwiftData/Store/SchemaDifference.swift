// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What differs between the tables of a store and those that the models ask for, in words.
struct SchemaDifference: CustomStringConvertible {
  let description: String

  init(stored: String, wanted: [String]) {
    let old = Set(stored.split(separator: "\n").map(Self.name))
    let new = Set(wanted.joined(separator: ";\n").split(separator: "\n").map(Self.name))
    let added = new.subtracting(old).sorted().prefix(5)
    let removed = old.subtracting(new).sorted().prefix(5)
    var parts: [String] = []
    if !added.isEmpty { parts.append("not in the store: " + added.joined(separator: ", ")) }
    if !removed.isEmpty { parts.append("only in the store: " + removed.joined(separator: ", ")) }
    description = parts.isEmpty ? "the order differs." : parts.joined(separator: "; ") + "."
  }

  private static func name(_ line: Substring) -> String {
    var line = line.drop { $0 == " " }
    while let last = line.last, last == "," || last == ";" { line.removeLast() }
    return String(line)
  }
}
