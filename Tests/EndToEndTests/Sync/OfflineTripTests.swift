// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The commands and pages of trips on a device whose server is unreachable.
@Suite(.serialized) struct OfflineTripTests {
  private static let commands: [[String]] = [
    ["new", "Offline", "--start", "2027-05-01", "--end", "2027-05-09", "--currency", "EUR"],
    [
      "segment", "add", "Offline", "--from", "AKL", "--departs", "2027-05-01 23:55", "--to", "LAX",
      "--arrives", "2027-05-01 15:20", "--number", "NZ 6",
    ],
    ["segment", "list", "Offline"],
    ["day", "add", "Offline", "--title", "Museum", "--day", "2027-05-02", "--place", "Getty"],
    ["day", "edit", "Offline", "Museum", "--start", "10:00"],
    ["day", "move", "Offline", "Museum", "--day", "2027-05-03"],
    ["place", "add", "Offline", "--name", "Pier", "--position", "34.008, -118.498"],
    ["near", "34.0, -118.5", "--radius", "5"],
    ["pack", "add", "Offline", "--name", "Passport"],
    ["pack", "check", "Offline", "Passport"],
    ["people", "add", "Offline", "--name", "Ann"],
    ["expense", "add", "Offline", "--title", "Tram", "--amount", "5 USD", "--payer", "Ann"],
    ["expense", "rate", "Offline", "USD", "0.9"],
    ["expense", "settle", "Offline"],
    ["template", "save", "Offline", "Light"],
    ["template", "apply", "Light", "Offline"],
    ["doc", "add", "Offline", "passport.txt"],
    ["doc", "open", "Offline", "passport", "--output", "copy.txt"],
    ["import", "plan.ics", "--trip", "Offline"],
    ["copy", "Offline", "--name", "Later", "--start", "2028-05-01"],
    ["shift", "Later", "3"],
    ["archive", "Later"],
    ["search", "Museum"],
    ["check", "Offline"],
    ["next"],
    ["edit", "Offline", "--destination", "Los Angeles"],
    ["undo", "Offline"],
    ["redo", "Offline"],
    ["log", "Offline"],
    ["feed", "Offline"],
    ["delete", "Later", "--yes"],
    ["restore", "Later"],
    ["list"],
    ["show", "Offline"],
  ]

  private static let formats = ["ics", "gpx", "kml", "csv", "json", "html"]

  private static let calendar = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:1@example.com",
    "DTSTAMP:20260101T000000Z", "DTSTART;TZID=America/Los_Angeles:20270504T190000",
    "SUMMARY:Concert", "END:VEVENT", "END:VCALENDAR", "",
  ].joined(separator: "\r\n")

  /// The identifiers of the trip's parts.
  private func parts(_ group: String, _ device: SyncingDevice) async throws -> Set<String> {
    let list = try await device.done("trip", group, "list", "Offline", "--json")
    return Set(try list.json([Part].self).map(\.id))
  }

  @Test(.timeLimit(.minutes(5)))
  func `every command and page of trips works without the server, and only sync reports it`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      try await cloud.stop()
      _ = try cloud.workspace.write("bytes", to: "passport.txt")
      _ = try cloud.workspace.write(Self.calendar, to: "plan.ics")
      for command in Self.commands {
        let result = try await cloud.workspace.cairn(["trip"] + command + ["--data", "first"])
        #expect(result.status == 0 && result.error.isEmpty, "\(command): \(result)")
      }
      for format in Self.formats {
        let result = try await device.cairn("trip", "export", "Offline", "--format", format)
        #expect(result.status == 0 && !result.outputData.isEmpty, "\(format): \(result.error)")
      }
      try await checkPages(device)
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1 && sync.error.contains("can't be reached"), "\(sync)")

      try await cloud.start()
      let second = try await cloud.device("second", of: "ann")
      for device in [device, second, device, second] {
        #expect(try await device.cairn("sync").status == 0)
      }
      for group in ["segment", "day", "pack"] {
        let parts = try await parts(group, device)
        #expect(!parts.isEmpty)
        #expect(try await self.parts(group, second) == parts, "\(group)")
      }
    }
  }

  private func checkPages(_ device: SyncingDevice) async throws {
    let server = try device.start("serve", "--port", "0")
    let address = try await wait {
      server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
    }
    let list = try await device.done("trip", "list", "--json")
    let trip = try #require(try list.json([Trip].self).first { $0.name == "Offline" })
    for path in ["", "/map", "/packing", "/documents", "/budget", "/print"] {
      let page = try await device.cloud.workspace.shell(
        #"exec curl -fsS --max-time 20 "$1""#, "\(address)/trips/\(trip.id)\(path)")
      #expect(page.status == 0 && page.output.contains("Offline"), "\(path): \(page.error)")
    }
    server.send(SIGTERM)
    #expect(try await server.result().status == 0)
  }

  private struct Part: Decodable {
    let id: String
  }

  private struct Trip: Decodable {
    let id: String
    let name: String
  }
}
