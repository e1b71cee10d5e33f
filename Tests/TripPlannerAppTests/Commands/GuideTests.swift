// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The commands of `docs/trips.md`, one after the other on an empty data folder.
struct GuideTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines after `$` in the guide's code blocks; a backslash continues a line.
  private func commands() throws -> [String] {
    let guide = try String(
      contentsOf: Self.repository.appending(path: "docs/trips.md"), encoding: .utf8)
    var commands: [String] = []
    var isContinued = false
    for line in guide.split(separator: "\n") where line.hasPrefix("    ") {
      let text = line.drop { $0 == " " }
      if isContinued {
        commands[commands.count - 1] += "\n" + text
      } else if text.hasPrefix("$ ") {
        commands.append(String(text.dropFirst(2)))
      } else {
        continue
      }
      isContinued = text.hasSuffix("\\")
    }
    return commands
  }

  @Test(.timeLimit(.minutes(15)))
  func `every command of the guide works on an empty data folder`() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(
      at: workspace.url.appending(path: "Examples"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Self.repository.appending(path: "Examples/Trips"),
      to: workspace.url.appending(path: "Examples/Trips"))
    // A server runs until it is stopped, and a forecast needs a service.
    let commands = try commands().filter {
      !$0.contains("serve") && $0 != "cairn trip weather Pacific" && !$0.hasPrefix("cd ")
    }
    #expect(commands.count > 20)
    for command in commands {
      let result = try await workspace.shell(
        "cd Examples/Trips\ncairn() { \"$cairn\" \"$@\"; }\n\(command)")
      #expect(result.status == 0 && result.error.isEmpty, "\(command): \(result)")
    }
    let shown = try await workspace.cairn("trip", "show", "Pacific")
    #expect(shown.output.contains("NZ 6  12 h 25 min"), "\(shown)")
    let copy = try Data(
      contentsOf: workspace.url.appending(path: "Examples/Trips/ticket-copy.pdf"))
    #expect(
      copy == (try Data(contentsOf: Self.repository.appending(path: "Examples/Trips/ticket.pdf"))))
  }

  /// The keys of all records in a JSON value.
  private func keys(_ value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.values.reduce(into: Set(object.keys)) { $0.formUnion(keys($1)) }
    case let list as [Any]: list.reduce(into: []) { $0.formUnion(keys($1)) }
    default: []
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the guide names every key of the JSON output`() async throws {
    let guide = try String(
      contentsOf: Self.repository.appending(path: "docs/trips.md"), encoding: .utf8)
    let section = try #require(
      guide.components(separatedBy: "\n## ").first { $0.hasPrefix("JSON output") })
    let named = Set(section.matches(of: /`([a-z0-9_]+)`/).map { String($0.1) })
    let workspace = try Workspace()
    let examples = Self.repository.appending(path: "Examples/Trips").path(percentEncoded: false)
    let script = """
      cd "$1"; cairn() { "$cairn" trip "$@" --json; }
      cairn import booking.eml hotel.html
      cairn import hike.gpx packing.csv ticket.pdf --trip Angeles
      cairn people add Angeles --name Ann
      cairn expense add Angeles --title Tram --amount "3 USD" --payer Ann --share Ann=2
      """
    #expect(try await workspace.shell(script, examples).status == 0)
    for arguments in [
      ["list"], ["show", "Angeles"], ["check", "Angeles"], ["log"], ["search", "Hotel"],
      ["near", "34.0, -118.4", "--radius", "100"], ["import", examples + "/booking.eml"],
    ] {
      let result = try await workspace.cairn(["trip"] + arguments + ["--json"])
      #expect(result.status == 0, "\(arguments): \(result)")
      let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let unnamed = keys(value).subtracting(named)
      #expect(!keys(value).isEmpty && unnamed.isEmpty, "\(arguments): \(unnamed.sorted())")
    }
  }
}
