// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner
import Weather

/// `cairn trip weather`: shows the forecast of a trip's days, and sets the service.
struct TripWeather: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weather",
    abstract: "Show the weather of a trip's days, or set the weather service.",
    discussion: """
      The weather is off by default. With --service, it is on for this command and for the pages: any service \
      in the form of Open-Meteo, such as \(OpenMeteo.publicService). The service receives the positions of the \
      days, rounded to a kilometre. Forecasts reach 16 days, and are stored on this machine only.

      EXAMPLE
        cairn trip weather --service \(OpenMeteo.publicService)
        cairn trip weather Japan
        cairn trip weather --off
      """)

  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String?

  @Option(help: "The address of the service.")
  var service: String?

  @Flag(help: "Turn the weather off.")
  var off = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if trip == nil, service == nil, !off {
      throw ValidationError("Give a trip, --service or --off.")
    }
    if off, service != nil { throw ValidationError("Give either --service or --off.") }
    if let service, OpenMeteo.service(service) == nil {
      throw ValidationError(
        "--service: \(service) is not the address of a web service, such as "
          + "\(OpenMeteo.publicService).")
    }
  }

  func run() async throws {
    let updates = WeatherUpdates(folder: data.url)
    if off { try updates.setService(nil) }
    if let service = service.flatMap(OpenMeteo.service) { try updates.setService(service) }
    let service = try updates.setting.service()
    guard let trip else {
      return try output.write(TripJSON.object(["service": TripJSON(service)])) {
        service.map { "The weather comes from \($0.printable).\n" } ?? "The weather is off.\n"
      }
    }
    guard let service else {
      throw CommandError(
        "the weather is off: turn it on with cairn trip weather --service "
          + OpenMeteo.publicService)
    }
    let library = try data.openTrips()
    let view = try await TripView.load(try await library.tripID(matching: trip), in: library)
    let positions = view.detail.positions(of: try await library.plan(view.tripID))
    let rows: [LocalDate: DayWeather]
    do {
      rows = try await updates.update(positions, from: service, today: LocalDate.today)
    } catch {
      throw CommandError(WeatherUpdates.describe(error))
    }
    let days = rows.sorted { $0.key < $1.key }.filter { $0.value.text != nil }
    try output.write(days.map { Self.record($0.value) }) {
      days.isEmpty
        ? "No day of the trip is within the forecast.\n"
        : days.map { "\(view.format.day($0.key))  \($0.value.text ?? "")\n" }.joined()
    }
  }

  private static func record(_ row: DayWeather) -> TripJSON {
    .object([
      "day": .text(row.day), "latitude": TripJSON(degrees: row.latitude),
      "longitude": TripJSON(degrees: row.longitude), "summary": TripJSON(row.summary),
      "high_c": TripJSON(row.high), "low_c": TripJSON(row.low),
      "precipitation_mm": TripJSON(row.precipitation), "fetched_at": TripJSON(row.fetchedAt),
    ])
  }
}
