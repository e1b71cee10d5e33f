// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap

/// The pages of `cairn serve` for 2,000 rucks, requested over HTTP on this machine.
struct PageBenchmark {
  let directory: URL
  let rucks = 2_000
  let points = 10_000
  let requests = 30

  /// The data folder of the server.
  private var data: URL { directory.appending(path: "pages", directoryHint: .isDirectory) }

  func run() async throws -> [Figure] {
    let long = try await fill(RuckLibrary.open(directory: data))
    let server = try PageServer(data: data)
    defer { server.end() }
    let start = try server.latency(of: "/", requests: requests)
    let list = try server.latency(of: "/rucks", requests: requests)
    let path = "/rucks/\(long.uuidString.lowercased())"
    let detail = try server.latency(of: path, requests: requests)
    // Latencies block their thread, and the saves must not wait for it.
    let saving = Task.detached { try await save() }
    let busy = try server.latencies(of: "/rucks", requests: requests)
    let saves = try await saving.value
    let size = Double(try firstLoad(server.client)) / 1_000
    return [
      Figure("start page of 2,000 rucks", start, goal: 50),
      Figure("list page of 2,000 rucks", list, goal: 50),
      Figure("  while 200 actors save \(saves) times", busy.median, goal: 50),
      Figure("  the slowest of \(requests) then", busy.last ?? .nan, goal: 50),
      Figure("page of a ruck of 10,000 points", detail, goal: 150),
      Figure("first page load, without tiles", size, unit: "kB", goal: 100),
    ]
  }

  /// The bytes of the start page and of all files that it names, heads included, as sent to a browser.
  private func firstLoad(_ client: LoopbackClient) throws -> Int {
    let page = try client.get("/").text
    let files = Set(
      page.matches(of: /<(?:link|script|img)\b[^>]*\s(?:href|src)="(\/[^"]+)"/).map { String($0.1) }
    )
    try WrongResult.unless(
      [".css", ".js", ".svg"].allSatisfy { kind in files.contains { $0.contains(kind) } },
      "the start page names only \(files.sorted())")
    return try (["/"] + files).reduce(0) { try $0 + client.get($1, isCompressed: true).bytes.count }
  }

  /// Saves from 200 actors at once, in the store that the pages show; returns the number of saves.
  private func save() async throws -> Int {
    let container = try RuckMapStore.container(directory: data)
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

  /// Stores rucks of three points each, one a day, and a ruck of 10,000 points; returns its identifier.
  private func fill(_ library: RuckLibrary) async throws -> UUID {
    var files = try (1..<rucks).map { index in
      let start = Date(timeIntervalSince1970: 1_500_000_000 + Double(index) * 86_400)
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
    let long = directory.appending(path: "long.gpx")
    try ImportBenchmark(directory: directory, count: points).writeFile(to: long)
    files.append(long)
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 15))
    guard report.imported.count == rucks, let last = report.imported.last?.ruck,
      last.points == points
    else {
      throw WrongResult(description: "\(report.imported.count) of \(rucks) rucks are imported")
    }
    return last.id
  }
}
