// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner

@testable import TripPlannerApp

#if canImport(Glibc)
  import Glibc
#endif

/// Forecasts from a service on this machine.
@Suite(.serialized) struct WeatherTests {
  /// A weather service in another process, whose answers wait for ``release()``.
  private final class Service: Sendable {
    let folder: URL
    private let process: RunningCommand

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(
        path: "weather-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Clients/weather_service.py")
      process = try RunningCommand(
        URL(filePath: "/usr/bin/env"),
        [
          "python3", program.path(percentEncoded: false),
          folder.appending(path: "release").path(percentEncoded: false),
        ], environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
        directory: folder, input: .nullDevice, logs: folder)
    }

    deinit {
      process.send(SIGKILL)
      try? FileManager.default.removeItem(at: folder)
    }

    var address: String {
      get async throws {
        try await wait { process.outputSoFar.firstMatch(of: /http:\S+/).map { String($0.0) } }
      }
    }

    var requests: [String] {
      process.outputSoFar.split(separator: "\n").dropFirst().map(String.init)
    }

    /// Answers all requests, with an HTTP status if one is given.
    func release(refusing status: Int? = nil) throws {
      try Data((status.map(String.init) ?? "").utf8).write(to: folder.appending(path: "release"))
    }
  }

  /// Inserts a trip from today on with an item at a place, and returns its identifier.
  private func makeTrip(_ library: TripLibrary, _ today: LocalDate) async throws -> UUID {
    var trip = TripSnapshot()
    trip.title = "Coast"
    trip.firstDate = today
    trip.lastDate = today.adding(days: 2)
    let id = try await library.createTrip(trip).id
    var place = PlaceSnapshot()
    (place.name, place.tripID) = ("Pier", id)
    (place.latitude, place.longitude) = (34.0083, -118.4987)
    try await library.insert(place)
    var item = DayPlanItemSnapshot()
    (item.title, item.tripID, item.placeID) = ("Walk", id, place.id)
    item.date = today
    try await library.insert(item)
    return id
  }

  private func today() throws -> LocalDate {
    try #require(LocalDateTime(secondsSince1970: Int(Date.now.timeIntervalSince1970))?.date)
  }

  @Test(.timeLimit(.minutes(15)))
  func `pages never wait for the weather, and show the cached forecast with its time`()
    async throws
  {
    let service = try Service()
    try await TripServer.run { server in
      let today = try today()
      let trip = try await makeTrip(server.library, today)
      let paths = [TripPaths.trip(trip), TripPaths.day(trip, today)]
      for path in paths {
        let page = try await server.send("GET", path)
        #expect(page.status == 200 && !page.body.contains("forecast of"))
      }
      let updates = WeatherUpdates(folder: server.directory)
      #expect(try updates.setting.service() == nil, "the weather is off by default")
      try updates.setService(try await service.address)
      // The service does not answer yet, and the pages are complete.
      for path in paths {
        let page = try await server.send("GET", path)
        #expect(page.status == 200 && !page.body.contains("forecast of"))
      }
      try await wait { service.requests.isEmpty ? nil : true }
      try service.release()
      for path in paths {
        let body = try await wait {
          let page = try await server.send("GET", path)
          return page.body.contains("forecast of") ? page.body : nil
        }
        #expect(body.contains("Light rain, \u{2212}1 to 17 °C, 3.2 mm · forecast of "))
      }
      #expect(service.requests == ["/v1/forecast 34.01 -118.5"])
      // Turned off, the forecasts are removed.
      try updates.setService(nil)
      let page = try await server.send("GET", paths[0])
      #expect(!page.body.contains("forecast of"))
      let cache = server.directory.appending(path: "tripplanner-weather.json")
      #expect(try !String(contentsOf: cache, encoding: .utf8).contains("34.01"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a failing service leaves the pages complete, and is not asked by each page`() async throws {
    try await TripServer.run { server in
      let today = try today()
      let trip = try await makeTrip(server.library, today)
      // Nothing listens at the discard port.
      try WeatherSetting(folder: server.directory).set("http://127.0.0.1:9")
      for _ in 0..<3 {
        let page = try await server.send("GET", TripPaths.trip(trip))
        #expect(page.status == 200 && !page.body.contains("forecast of"))
      }
      let settings = try await wait {
        let page = try await server.send("GET", "/settings").body
        return page.contains("The last request failed") ? page : nil
      }
      #expect(settings.contains("be reached"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a damaged cache is fetched again, and a damaged setting is reported`() async throws {
    let service = try Service()
    try service.release()
    let workspace = try Workspace()
    let library = try TripLibrary.open(directory: workspace.data)
    _ = try await makeTrip(library, try today())
    _ = try await workspace.cairn("trip", "weather", "--service", service.address)
    let first = try await workspace.cairn("trip", "weather", "Coast")
    #expect(first.status == 0 && first.output.contains("Light rain"), "\(first)")
    try Data("{".utf8).write(to: workspace.data.appending(path: "tripplanner-weather.json"))
    let again = try await workspace.cairn("trip", "weather", "Coast")
    #expect(again.status == 0 && again.output == first.output, "\(again)")
    #expect(service.requests.count == 2)
    let setting = workspace.data.appending(path: "tripplanner-weather-service.json")
    for text in ["{", #"{"service":"nonsense"}"#] {
      try Data(text.utf8).write(to: setting)
      let damaged = try await workspace.cairn("trip", "weather", "Coast")
      #expect(
        damaged.status == 1
          && damaged.error.contains("tripplanner-weather-service.json is damaged"),
        "\(damaged)")
      #expect(WeatherUpdates(folder: workspace.data).forecasts([:], today: nil).isEmpty)
    }
    let repaired = try await workspace.cairn("trip", "weather", "--service", service.address)
    #expect(repaired.status == 0, "\(repaired)")
    #expect(try await workspace.cairn("trip", "weather", "Coast").output == first.output)
  }

  @Test(
    .timeLimit(.minutes(15)), arguments: [(429, "Try again later"), (404, "Check its address")])
  func `a refusal names its HTTP status, the service's reason, and the remedy`(
    status: Int, remedy: String
  ) async throws {
    let service = try Service()
    try service.release(refusing: status)
    let workspace = try Workspace()
    let library = try TripLibrary.open(directory: workspace.data)
    _ = try await makeTrip(library, try today())
    let result = try await workspace.cairn(
      "trip", "weather", "Coast", "--service", service.address)
    #expect(result.status == 1)
    #expect(
      result.error.contains("HTTP status \(status)")
        && result.error.contains("Daily limit exceeded") && result.error.contains(remedy),
      "\(result)")
  }

  @Test func `the settings accept the address of a service, and nothing else`() async throws {
    try await TripServer.run { server in
      let setting = WeatherSetting(folder: server.directory)
      let page = try await server.send("GET", "/settings")
      #expect(page.body.contains("Weather service"))
      let bad = try await server.post("/settings", ["weather-service": "nonsense"])
      #expect(bad.body.contains("not the address of a web service"))
      #expect(try setting.service() == nil)
      _ = try await server.post("/settings", ["weather-service": "http://127.0.0.1:9/"])
      #expect(try setting.service() == "http://127.0.0.1:9")
      _ = try await server.post("/settings", ["weather-service": ""])
      #expect(try setting.service() == nil)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the command shows the forecast of the days, and reports an unreachable service`()
    async throws
  {
    let service = try Service()
    try service.release()
    let workspace = try Workspace()
    let library = try TripLibrary.open(directory: workspace.data)
    _ = try await makeTrip(library, try today())
    let off = try await workspace.cairn("trip", "weather", "Coast")
    #expect(off.status == 1 && off.error.contains("the weather is off"), "\(off)")
    let on = try await workspace.cairn("trip", "weather", "--service", service.address)
    #expect(on.status == 0, "\(on)")
    let shown = try await workspace.cairn("trip", "weather", "Coast")
    #expect(shown.output.contains("Light rain, \u{2212}1 to 17 °C, 3.2 mm"), "\(shown)")
    let json = try await workspace.cairn("trip", "weather", "Coast", "--json")
    #expect(json.output.contains("\"precipitation_mm\" : 3.24"), "\(json)")
    #expect(service.requests.count == 1)
    let failed = try await workspace.cairn(
      "trip", "weather", "Coast", "--service", "http://127.0.0.1:9")
    #expect(failed.status == 1 && failed.error.contains("can't be reached"), "\(failed)")
    let bad = try await workspace.cairn("trip", "weather", "--service", "nonsense")
    #expect(bad.status == 64 && bad.error.contains("nonsense is not the address"), "\(bad)")
  }
}
