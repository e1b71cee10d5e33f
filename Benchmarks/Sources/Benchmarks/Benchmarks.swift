// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints one line per figure: `Benchmarks [--json FILE] [GROUP...]`, all groups if none is named.
///
/// `--json FILE` writes the same figures to a file; `--gpx FILE` only writes the file that the
/// import is measured with.
@main
enum Benchmarks {
  static func main() async throws {
    var names: [String] = []
    var json: URL?
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let importing = ImportBenchmark(directory: directory)
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--gpx":
        if let path = arguments.popFirst() { try importing.writeFile(to: URL(filePath: path)) }
        return
      case MillionBenchmark.argument:
        try MillionBenchmark(directory: directory).importAll()
        return
      case MigrationBenchmark.argument:
        if let kind = arguments.popFirst(), let path = arguments.popFirst() {
          try MigrationBenchmark.migrate(kind, path)
        }
        return
      case WatchBenchmark.argument:
        if let path = arguments.popFirst() { try await WatchBenchmark.watch(path) }
        return
      case TravelFileBenchmark.argument:
        if let path = arguments.popFirst() { try TravelFileBenchmark.read(path) }
        return
      case RuckBenchmark.argument:
        if let path = arguments.popFirst() { try await RuckBenchmark.importFolder(path) }
        return
      case SyncDevice.argument: return try await SyncDevice.run(Array(arguments))
      case "--json": json = arguments.popFirst().map { URL(filePath: $0) }
      default: names.append(argument)
      }
    }
    let groups: [(name: String, run: () async throws -> [Figure])] = [
      ("persistence", { try PersistenceBenchmark(directory: directory).run() }),
      ("properties", { try PropertyBenchmark().run() }),
      ("relationships", { try RelationshipBenchmark(directory: directory).run() }),
      ("sections", { try SectionBenchmark(directory: directory).run() }),
      ("sorts", { try SortBenchmark(directory: directory).run() }),
      ("queries", { try QueryBenchmark(directory: directory).run() }),
      ("search", { try SearchBenchmark(directory: directory).run() }),
      ("history", { try await HistoryBenchmark(directory: directory).run() }),
      ("custom store", { try CustomStoreBenchmark(directory: directory).run() }),
      ("watch", { try WatchBenchmark(directory: directory).run() }),
      ("container", { try ContainerBenchmark(directory: directory).run() }),
      ("migration", { try MigrationBenchmark(directory: directory).run() }),
      ("million", { try MillionBenchmark(directory: directory).run() }),
      ("import", { try await importing.run() }),
      ("wire", { try WireBenchmark().run() }),
      ("page", { try await PageBenchmark(directory: directory).run() }),
      ("rucks", { try await RuckBenchmark(directory: directory).run() }),
      ("ruck queries", { try RuckQueryBenchmark(directory: directory).run() }),
      ("recording", { try RecordingBenchmark(directory: directory).run() }),
      ("travel files", { try TravelFileBenchmark(directory: directory).run() }),
      ("trips", { try await TripBenchmark(directory: directory).run() }),
      ("rowing files", { try RowingFileBenchmark(directory: directory).run() }),
      ("rowing", { try RowingBenchmark(directory: directory).run() }),
    ]
    var figures: [Figure] = []
    for group in groups where names.isEmpty || names.contains(group.name) {
      let new = try await group.run()
      // Printed lines would wait in the buffer of a pipe, and be lost if a later group fails.
      for figure in new {
        try FileHandle.standardOutput.write(contentsOf: Data("\(figure.line)\n".utf8))
      }
      figures += new
    }
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(figures).write(to: json)
    }
  }
}
