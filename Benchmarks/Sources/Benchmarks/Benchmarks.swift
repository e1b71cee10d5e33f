// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints one line per figure, and writes the same as JSON to the file named as first argument.
///
/// `--gpx FILE` only writes the file that the import is measured with.
@main
enum Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let importing = ImportBenchmark(directory: directory)
    if arguments.first == "--gpx", let path = arguments.dropFirst().first {
      return try importing.writeFile(to: URL(filePath: path))
    }
    let figures = try PersistenceBenchmark(directory: directory).run() + (await importing.run())
    for figure in figures { print(figure.line) }
    if let path = arguments.first {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(figures).write(to: URL(filePath: path))
    }
  }
}
