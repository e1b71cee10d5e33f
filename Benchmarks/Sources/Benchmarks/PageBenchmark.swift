// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import FoundationNetworking
import Logging
import RuckMap
import ServiceLifecycle
import WebApp

/// The list page of a library of 2,000 rucks, asked for over HTTP on this machine.
struct PageBenchmark {
  let directory: URL
  let rucks = 2_000
  let requests = 30

  func run() async throws -> [Figure] {
    let library = try RuckLibrary.open(directory: directory.appending(path: "pages"))
    try await fill(library)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = WebServer(library: library, configuration: WebServerConfiguration(port: 0)) {
      continuation.yield($0)
    }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    var times: [Double] = []
    for round in 0...requests {
      let clock = ContinuousClock()
      let begin = clock.now
      let (page, _) = try await URLSession.shared.data(from: address)
      let time = clock.now - begin
      guard page.count > 10_000 else { throw CocoaError(.fileReadCorruptFile) }
      if round > 0 { times.append(time / .milliseconds(1)) }
    }
    await group.triggerGracefulShutdown()
    try await running.value
    let median = times.sorted()[times.count / 2]
    return [
      Figure(
        name: "list page of 2,000 rucks", value: median, unit: "ms", ratio: median / 50,
        baseline: "50 ms")
    ]
  }

  /// Stores rucks of three points each, one a day.
  private func fill(_ library: RuckLibrary) async throws {
    let files = try (0..<rucks).map { index in
      let start = Date(timeIntervalSince1970: 1_600_000_000 + Double(index) * 86_400)
      let points = (0..<3).map { point in
        """
        <trkpt lat="\(46.5 + Double(index) * 1e-4)" lon="\(7.5 + Double(point) * 1e-3)">\
        <ele>800</ele><time>\((start + Double(point) * 60).formatted(.iso8601))</time></trkpt>
        """
      }
      let text = """
        <gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1"><trk>\
        <name>Ruck \(index)</name><trkseg>\(points.joined())</trkseg></trk></gpx>
        """
      let file = directory.appending(path: "ruck-\(index).gpx")
      try Data(text.utf8).write(to: file)
      return file
    }
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 15))
    guard report.imported.count == rucks else { throw CocoaError(.fileReadCorruptFile) }
  }
}
