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
    let quiet = try await latencies(of: address)
    let saving = Task { try await save() }
    let busy = try await latencies(of: address)
    let saves = try await saving.value
    await group.triggerGracefulShutdown()
    try await running.value
    return [
      figure("list page of 2,000 rucks", quiet[quiet.count / 2]),
      figure("  while 200 actors save (\(saves) saves)", busy[busy.count / 2]),
      figure("  the slowest of \(requests) then", busy.last ?? .nan),
    ]
  }

  private func figure(_ name: String, _ value: Double) -> Figure {
    Figure(name: name, value: value, unit: "ms", ratio: value / 50, baseline: "50 ms")
  }

  /// The times of requests for the list, one after the other, in milliseconds and sorted.
  private func latencies(of address: URL) async throws -> [Double] {
    var times: [Double] = []
    for round in 0...requests {
      let clock = ContinuousClock()
      let begin = clock.now
      let (page, _) = try await URLSession.shared.data(from: address)
      let time = clock.now - begin
      try WrongResult.unless(page.count > 10_000, "the page has \(page.count) bytes")
      if round > 0 { times.append(time / .milliseconds(1)) }
    }
    return times.sorted()
  }

  /// Saves from 200 actors at once, in the store that the pages show; how many saves there were.
  private func save() async throws -> Int {
    let container = try RuckMapStore.container(directory: directory.appending(path: "pages"))
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<200 {
        group.addTask {
          let actor = RuckMapDataActor(modelContainer: container)
          let user = try await actor.createUser(
            email: "user\(index)@example.com", displayName: "User \(index)", persona: .general
          ).get()
          for _ in 0..<5 {
            let now = Date()
            let ruck = try await actor.startRuckingSession(
              userId: user.id, packWeight: 30, startDate: now - 3_600
            ).get()
            _ = try await actor.completeRuckingSession(
              sessionId: ruck.id, endDate: now, finalDistance: 3, locationPoints: []
            ).get()
          }
          return 11
        }
      }
      return try await group.reduce(0, +)
    }
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
