// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import RuckMap

/// `cairn ruck zone`: manages privacy zones.
struct RuckZone: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zone",
    abstract: "Manage privacy zones, which are cut from exports and pictures.",
    discussion: """
      The cut circle is displaced from the private place by a random offset that never changes, so \
      that many cut tracks don't reveal the place.

      EXAMPLES
        cairn ruck zone add home --at 46.498,7.567 --radius "300 m"
        cairn ruck zone list
      """,
    subcommands: [List.self, Add.self, Remove.self])

  /// `cairn ruck zone list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the privacy zones.",
      discussion: """
        EXAMPLE
          cairn ruck zone list --json
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openLibrary()
      let zones = try await library.privacyZones()
      try output.write(RuckJSON.list(zones.map { .zone($0) })) { Self.text(zones) }
    }

    private static func text(_ zones: [PrivacyZoneSummary]) -> String {
      guard !zones.isEmpty else {
        return "No privacy zones. Add one with cairn ruck zone add NAME --at LATITUDE,LONGITUDE.\n"
      }
      var table = TextTable([
        .left("ID"), .left("NAME"), .right("LATITUDE"), .right("LONGITUDE"), .right("RADIUS"),
      ])
      for zone in zones {
        table.add([
          zone.id.shortText, zone.name + (zone.isActive ? "" : " (off)"),
          String(format: "%.5f", zone.latitude), String(format: "%.5f", zone.longitude),
          String(format: "%.0f m", zone.radius),
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  /// `cairn ruck zone add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a privacy zone.",
      discussion: """
        EXAMPLE
          cairn ruck zone add home --at 46.498,7.567 --radius "300 m"
        """)

    @Argument(help: "The name of the place.")
    var name: String

    @Option(
      parsing: .unconditional,
      help: "The place as latitude and longitude in degrees, such as 46.498,7.567.",
      transform: CoordinateArgument.init)
    var at: CoordinateArgument

    @Option(help: "The radius, 50 m to 5 km, such as \"300 m\".")
    var radius = "200 m"

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openLibrary()
      let zone = try await library.addPrivacyZone(
        name: name, latitude: at.latitude, longitude: at.longitude,
        radius: try Length.parse(radius, default: .metric))
      try output.write(RuckJSON.zone(zone)) {
        "added \(zone.name.printable) (\(zone.id.shortText))\n"
      }
    }
  }

  /// `cairn ruck zone remove`.
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a privacy zone.",
      discussion: """
        EXAMPLE
          cairn ruck zone remove 3b9e
        """)

    @Argument(help: "The zone's ID, any unambiguous prefix of it, or its name.")
    var id: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openLibrary()
      let prefix = id.uppercased()
      let found = try await library.privacyZones().filter {
        $0.name == id || (!prefix.isEmpty && $0.id.uuidString.hasPrefix(prefix))
      }
      guard let zone = found.first, found.count == 1 else {
        throw CommandError(
          "'\(id.printable)' matches \(found.count) zones: list them with cairn ruck zone list")
      }
      try await library.removePrivacyZone(zone.id)
      try output.write(DeletedRecord(deleted: zone.id.idText)) {
        "removed \(zone.name.printable)\n"
      }
    }
  }
}

extension RuckJSON {
  static func zone(_ zone: PrivacyZoneSummary) -> RuckJSON {
    .object([
      "id": .text(zone.id.idText), "name": .text(zone.name), "radius_m": .number(zone.radius),
      "latitude": .degrees(zone.latitude), "longitude": .degrees(zone.longitude),
      "active": .flag(zone.isActive),
    ])
  }
}
