// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

/// The source against a server with gpsd's protocol; the real daemon is in the tests of the command.
@Suite(.timeLimit(.minutes(15))) struct GPSDLocationSourceTests {
  private static func report(_ second: Int, _ fields: String = "") -> String {
    let time = "2026-11-20T10:\(String(format: "%02d:%02d", second / 60 % 60, second % 60)).000Z"
    let north = 46 + Double(second) * 1e-5
    return #"{"class":"TPV","mode":3,"time":"\#(time)","lat":\#(north),"lon":7,"eph":4\#(fields)}"#
      + "\r\n"
  }

  private func events(
    of server: LineServer, silence: TimeInterval = 15, until count: Int
  ) async -> [LocationEvent] {
    let source = GPSDLocationSource(port: server.port, silence: silence)
    var events: [LocationEvent] = []
    for await event in source.events() {
      events.append(event)
      if events.count == count { break }
    }
    return events
  }

  private func location(_ event: LocationEvent) -> CLLocation? {
    if case .location(let location) = event { location } else { nil }
  }

  @Test func `fixes arrive after the request for JSON`() async throws {
    let server = try LineServer { connection in
      connection.send(#"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\r\n")
      guard connection.receive(until: ";").contains(#""json":true"#) else { return }
      for second in 1...3 { connection.send(Self.report(second)) }
      _ = connection.receive(until: "end")
    }
    defer { server.stop() }
    let locations = await events(of: server, until: 3).compactMap(location)
    #expect(
      locations.map { ($0.coordinate.latitude * 1e5).rounded() } == [
        4_600_001, 4_600_002, 4_600_003,
      ])
    #expect(locations.allSatisfy { $0.horizontalAccuracy == 4 })
  }

  @Test func `a daemon that stops is reported once, and found again`() async throws {
    let server = try LineServer { connection in
      _ = connection.receive(until: ";")
      connection.send(Self.report(Int(Date().timeIntervalSince1970 * 10) % 3_600))
    }
    defer { server.stop() }
    let found = await events(of: server, until: 3)
    #expect(location(found[0]) != nil)
    guard case .unavailable(let error) = found[1] else {
      Issue.record("not reported: \(found)")
      return
    }
    #expect(error.code == .network)
    #expect(error.localizedDescription.contains("\(server.port)"))
    #expect(location(found[2]) != nil)
  }

  @Test func `a daemon without a fix is reported`() async throws {
    let server = try LineServer { connection in
      _ = connection.receive(until: ";")
      connection.send(#"{"class":"TPV","mode":1}"# + "\r\n")
      _ = connection.receive(until: "end")
    }
    defer { server.stop() }
    guard case .unavailable(let error) = await events(of: server, silence: 0.5, until: 1)[0] else {
      Issue.record("not reported")
      return
    }
    #expect(error.code == .locationUnknown)
  }

  @Test func `an unreachable daemon is reported with the remedy`() async throws {
    let server = try LineServer { _ in }
    server.stop()
    guard case .unavailable(let error) = await events(of: server, until: 1)[0] else {
      Issue.record("not reported")
      return
    }
    #expect(error.code == .network)
    #expect(error.localizedDescription.contains("Start gpsd"))
  }

  @Test func `thousands of lines in a second, garbage and endless lines are survived`() async throws
  {
    let server = try LineServer { connection in
      _ = connection.receive(until: ";")
      connection.send(String(repeating: "x", count: 1 << 20) + "\n")
      connection.send("{\"class\":\"TPV\",\u{0}\u{1}\n\n\r\n[]\n")
      let sky =
        #"{"class":"SKY","satellites":[\#(String(repeating: "{},", count: 40)){}]}"# + "\r\n"
      for second in 0..<3_000 {
        guard connection.send(sky + sky + sky + Self.report(second)) else { return }
      }
      _ = connection.receive(until: "end")
    }
    defer { server.stop() }
    // The limit of each second leaves at least these.
    let locations = await events(of: server, until: 200).compactMap(location)
    #expect(locations.count == 200)
    let times = locations.map(\.timestamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a date off by 1,024 weeks is corrected`() async throws {
    let server = try LineServer { connection in
      _ = connection.receive(until: ";")
      connection.send(
        #"{"class":"TPV","mode":3,"time":"2030-10-07T10:21:27.000Z","lat":51.4,"lon":6.5}"# + "\n")
      _ = connection.receive(until: "end")
    }
    defer { server.stop() }
    let now = try date("2026-11-28T00:00:00Z")
    let source = GPSDLocationSource(port: server.port, now: { now })
    for await event in source.events() {
      #expect(location(event)?.timestamp == (try date("2011-02-21T10:21:27Z")))
      break
    }
  }
}
