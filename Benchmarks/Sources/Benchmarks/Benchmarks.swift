// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints one line per figure, and writes the same as JSON to the file named as first argument.
@main
enum Benchmarks {
  static func main() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let figures = try PersistenceBenchmark(directory: directory).run()
    for figure in figures { print(figure.line) }
    if let path = CommandLine.arguments.dropFirst().first {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(figures).write(to: URL(filePath: path))
    }
  }
}
