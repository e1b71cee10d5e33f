// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `cairn serve` with the pages of a data folder, as a process of its own.
struct PageServer {
  /// The client of the server.
  let client: LoopbackClient
  private let process: ChildProcess
  /// The time after which a page has enough requests, if it has ``fewestRequests``.
  private static let timeLimit = Duration.seconds(5)
  private static let fewestRequests = 3

  /// Starts the server at a free port, and waits until it prints its address.
  ///
  /// - Throws: `WrongResult` if it prints none.
  init(data: URL) throws {
    process = try ChildProcess(
      ["serve", "--no-cloud", "--port", "0", "--data", data.path(percentEncoded: false)],
      executable: CairnBinary.url())
    do {
      let line = try process.line(within: .seconds(30))
      guard let match = line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/),
        let port = UInt16(match.1)
      else { throw WrongResult(description: "the server prints no address: \(line)") }
      client = LoopbackClient(port: port)
    } catch {
      process.end()
      throw error
    }
  }

  /// The times of requests for a page, one after the other, in milliseconds and sorted.
  ///
  /// A first request does not count. A slow page has fewer requests, so that a group ends in bounded time.
  func latencies(of path: String, requests: Int) throws -> [Double] {
    var times: [Double] = []
    let clock = ContinuousClock()
    let end = clock.now + Self.timeLimit
    for round in 0...requests {
      if times.count >= Self.fewestRequests, clock.now > end { break }
      let begin = clock.now
      let page = try client.get(path)
      let time = clock.now - begin
      try WrongResult.unless(page.text.contains("</html>"), "\(path) is not a whole page")
      if round > 0 { times.append(time / .milliseconds(1)) }
    }
    return times.sorted()
  }

  /// The median time of requests for a page, in milliseconds.
  func latency(of path: String, requests: Int) throws -> Double {
    try latencies(of: path, requests: requests).median
  }

  /// Ends the server.
  func end() { process.end() }
}
