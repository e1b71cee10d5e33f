// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page of troubleshooting quotes messages of the code.
struct TroubleshootingTests {
  private let root = ExampleCompiler.current.root

  /// The lines of all sources with literals, in which literals joined by `+` are one literal.
  private func literals() throws -> Data {
    let folder = root.appending(path: "Sources")
    var lines: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("\"") {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("+ \""), let last = lines.last, last.hasSuffix("\"") {
          lines[lines.count - 1] = String(last.dropLast()) + line.dropFirst(3)
        } else {
          lines.append(line)
        }
      }
    }
    return Data(lines.joined(separator: "\n").utf8)
  }

  /// The quoted messages: code at the beginning of a row.
  private func messages() throws -> [String] {
    let page = try String(
      contentsOf: root.appending(path: "docs/troubleshooting.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst(3).split(separator: "`").first.map(String.init)
    }
  }

  @Test func `every quoted message is a message of the code`() throws {
    let (literals, messages) = (try literals(), try messages())
    #expect(messages.count > 40)
    for message in messages {
      let parts = message.split(separator: "…").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " .:,();"))
      }
      for part in parts where !part.isEmpty {
        let found = literals.range(of: Data(part.utf8))
        #expect(found != nil, "\(message): no source contains “\(part)”")
      }
    }
  }
}
