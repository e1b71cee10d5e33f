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
    ["edit", "Offline", "--notes", "Water the plants"],
    ["segment", "edit", "Offline", "NZ 6", "--code", "K7QX2M", "--notes", "Window seat"],
    ["people", "edit", "Offline", "Ann", "--email", "ann@example.org"],
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

  /// Sets or enters the passphrase on a device.
  private func passphrase(_ command: String, _ device: SyncingDevice) async throws {
    let result = try await device.cairn(
      "passphrase", command, "--passphrase-file", "-", input: "walk before breakfast")
    try #require(result.status == 0, "\(result)")
  }

  /// Syncs two devices until both have all changes.
  private func sync(_ first: SyncingDevice, _ second: SyncingDevice) async throws {
    for device in [first, second, first, second] {
      let result = try await device.cairn("sync")
      #expect(result.status == 0, "\(device.folder): \(result)")
    }
  }

  /// The values at which the JSON exports of two devices differ, as paths such as `trips.0.trip.notes`.
  private func differences(
    of trip: String, _ first: SyncingDevice, _ second: SyncingDevice
  ) async throws -> [String] {
    var exports: [JSONTree] = []
    for device in [first, second] {
      let export = try await device.done("trip", "export", trip, "--format", "json")
      exports.append(try export.json(JSONTree.self))
    }
    return exports[0].differences(from: exports[1])
  }

  @Test(.timeLimit(.minutes(15)))
  func `every command and page of trips works without the server, and only sync reports it`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      try await passphrase("set", device)
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
      let unreachable = try await device.cairn("sync")
      #expect(
        unreachable.status == 1 && unreachable.error.contains("can't be reached"), "\(unreachable)")

      try await cloud.start()
      let second = try await cloud.device("second", of: "ann")
      try await passphrase("unlock", second)
      try await sync(device, second)
      for trip in ["Offline", "Later"] {
        #expect(try await differences(of: trip, device, second) == [], "\(trip)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `without a passphrase, only the encrypted values stay on the device`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      _ = try cloud.workspace.write("bytes", to: "passport.txt")
      _ = try cloud.workspace.write(Self.calendar, to: "plan.ics")
      for command in Self.commands {
        let result = try await cloud.workspace.cairn(["trip"] + command + ["--data", "first"])
        #expect(result.status == 0, "\(command): \(result)")
      }
      let second = try await cloud.device("second", of: "ann")
      try await sync(device, second)
      let names = Set(
        try await differences(of: "Offline", device, second).map { path in
          path.contains(".data.") ? "data" : String(path.split(separator: ".").last ?? "")
        })
      #expect(
        names == ["bookingCode", "data", "email", "importedValues", "notes", "sourceKeys"])
      // With the passphrase, the withheld values follow.
      try await passphrase("set", device)
      try await passphrase("unlock", second)
      try await sync(device, second)
      #expect(try await differences(of: "Offline", device, second) == [])
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

  private struct Trip: Decodable {
    let id: String
    let name: String
  }
}

/// A JSON value whose differences from another one are listed.
private indirect enum JSONTree: Decodable, Equatable {
  case object([String: JSONTree])
  case list([JSONTree])
  case scalar(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let object = try? container.decode([String: JSONTree].self) {
      self = .object(object)
    } else if let list = try? container.decode([JSONTree].self) {
      self = .list(list)
    } else if let text = try? container.decode(String.self) {
      self = .scalar("\"\(text)\"")
    } else if let flag = try? container.decode(Bool.self) {
      self = .scalar("\(flag)")
    } else if let number = try? container.decode(Double.self) {
      self = .scalar("\(number)")
    } else {
      self = .scalar("null")
    }
  }

  private var children: [String: JSONTree] {
    switch self {
    case .object(let members): members
    case .list(let items):
      Dictionary(uniqueKeysWithValues: items.enumerated().map { ("\($0)", $1) })
    case .scalar: [:]
    }
  }

  /// The paths of the values that differ or exist in one tree only, in order.
  func differences(from other: JSONTree, at path: String = "") -> [String] {
    if case .scalar = self { return self == other ? [] : [path] }
    let (own, others) = (children, other.children)
    return Set(own.keys).union(others.keys).sorted().flatMap { key -> [String] in
      let place = path.isEmpty ? key : "\(path).\(key)"
      guard let left = own[key], let right = others[key] else { return [place] }
      return left.differences(from: right, at: place)
    }
  }
}
