// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CoreLocation
import Foundation
import RuckMap

/// `cairn ruck record start`: starts or resumes a ruck, and records it.
struct RecordStart: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start or resume a ruck, and record its positions.",
    discussion: """
      Positions come from the gpsd daemon of this machine, or from a recorded file. A position is \
      stored every five seconds, at once: if the process is killed, the next start resumes the ruck. \
      Ctrl-C ends the ruck; SIGTERM stops the recording, and the ruck can be resumed.

      EXAMPLES
        cairn ruck record --pack-weight "35 lb" --surface dirt_road
        cairn ruck record --expected-return 18:30
        cairn ruck record --gpsd 192.168.1.20:2947 --weather
        cairn ruck record --replay hike.gpx --speed 60
      """
  )

  @Option(
    parsing: .unconditional, help: "The pack weight, \(WeightArgument.help). (default: 0)",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(
    parsing: .unconditional,
    help: "Your body weight, stored in your profile, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var bodyWeight: WeightArgument?

  @Option(help: "The surface. (default: paved_road)")
  var surface: WalkingSurface?

  @Option(help: "The ruck's name.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Your expected return, \(ReturnTime.help); cairn ruck contact overdue reports a later one.",
      valueName: "time"))
  var expectedReturn: String?

  @OptionGroup(title: "POSITIONS") var source: PositionOptions

  @OptionGroup(title: "WEATHER") var weather: WeatherOptions

  @Flag(help: "The action for an unfinished ruck that is older than half an hour.")
  var unfinished: UnfinishedAction?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    _ = try ReturnArgument.date(expectedReturn)
  }

  func run() async throws {
    let library = try data.openLibrary()
    let lock = try RecordingLock(in: data.url)
    defer { withExtendedLifetime(lock) {} }
    let unitSystem = try await library.profile().unitSystem
    let options = RecordingOptions(
      packWeight: try packWeight?.kilograms(in: unitSystem) ?? 0, surface: surface, name: name,
      bodyWeight: try bodyWeight?.kilograms(in: unitSystem),
      expectedEnd: try ReturnArgument.date(expectedReturn))
    let source = try source.source()
    let ruck = try await UnfinishedRuck(library, RecordingText(unitSystem), unfinished)
      .resumeOrStart(options)
    let recording = RecordingLoop(
      library: library, source: source, weather: weather.recorder(library),
      text: RecordingText(unitSystem), rules: self.source.rules)
    switch try await recording.run(ruck) {
    case .ended(let summary):
      try output.write(RuckRecord(summary)) { RuckText(unitSystem).list([summary]) }
    case .open(let ruck):
      try output.write(RecordingRecord(ruck, at: .now)) {
        RecordingText(unitSystem).status(ruck, at: .now)
          + "The ruck is open. Resume it with cairn ruck record, or end it with "
          + "cairn ruck record end.\n"
      }
    case .gone(let id):
      StandardError.write("cairn: the ruck \(id.shortText) was ended or deleted elsewhere\n")
    }
  }
}

/// The action for an unfinished ruck.
enum UnfinishedAction: EnumerableFlag {
  case resume
  case endUnfinished
  case discardUnfinished

  static func help(for value: UnfinishedAction) -> ArgumentHelp? {
    switch value {
    case .resume: "Resume an unfinished ruck, however old it is."
    case .endUnfinished: "End an unfinished ruck at its last position, and start a new one."
    case .discardUnfinished: "Delete an unfinished ruck, and start a new one."
    }
  }
}

/// The options that select the source of positions.
struct PositionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The gpsd daemon.", valueName: "host:port"))
  var gpsd = "127.0.0.1:2947"

  @Option(
    help: ArgumentHelp(
      "A recorded file instead of gpsd: GPX, TCX, FIT, or a log of NMEA or gpsd.",
      valueName: "file"),
    completion: .file())
  var replay: String?

  @Option(help: "The speed of the replay, such as 60; 0 for no delay.")
  var speed = 1.0

  @Option(help: ArgumentHelp("The seconds between two stored positions.", valueName: "seconds"))
  var interval = RecordingRules.defaultInterval

  func validate() throws {
    guard (1...60).contains(interval) else {
      throw ValidationError("--interval \(interval) is out of range: give 1 to 60.")
    }
    guard speed >= 0, speed.isFinite else {
      throw ValidationError("--speed \(speed) is out of range: give 0 or more.")
    }
    _ = try daemon
  }

  var rules: RecordingRules { RecordingRules(interval: interval) }

  /// The source.
  ///
  /// - Throws: ``CommandError`` if the file can't be read.
  func source() throws -> any LocationSource {
    guard let replay else {
      let (host, port) = try daemon
      return GPSDLocationSource(host: host, port: port)
    }
    do {
      return try ReplayLocationSource(
        contentsOf: URL(fileURLWithPath: replay), speed: speed == 0 ? .infinity : speed)
    } catch let error as CocoaError where error.isFileError {
      throw CommandError("\(replay.printable) \(UnreadableFile.reason(replay))")
    }
  }

  private var daemon: (host: String, port: UInt16) {
    get throws {
      var host = gpsd[...]
      var port: UInt16? = GPSDLocationSource.defaultPort
      // An address of IPv6 has colons, and brackets if a port follows.
      if let end = gpsd.lastIndex(of: "]"), gpsd.first == "[" {
        host = gpsd[gpsd.index(after: gpsd.startIndex)..<end]
        let rest = gpsd[gpsd.index(after: end)...]
        if !rest.isEmpty { port = rest.first == ":" ? UInt16(rest.dropFirst()) : nil }
      } else if let colon = gpsd.firstIndex(of: ":"), gpsd.lastIndex(of: ":") == colon {
        host = gpsd[..<colon]
        port = UInt16(gpsd[gpsd.index(after: colon)...])
      }
      guard let port, port > 0, !host.isEmpty else {
        throw ValidationError("--gpsd \(gpsd) is no address: give one such as 127.0.0.1:2947.")
      }
      return (String(host), port)
    }
  }
}

/// The options for the weather at the start.
struct WeatherOptions: ParsableArguments {
  @Flag(help: "Store the weather at the start; the start's rough position is sent to the service.")
  var weather = false

  @Option(
    help: ArgumentHelp(
      "The weather service, in the form of Open-Meteo.", valueName: "url"))
  var weatherService = OpenMeteoWeather.publicService

  /// The recorder of the weather; nil if it is off.
  func recorder(_ library: RuckLibrary) -> WeatherRecorder? {
    guard weather else { return nil }
    return WeatherRecorder(
      library: library,
      source: OpenMeteoWeather(service: weatherService) { try await WeatherRequest.body(of: $0) })
  }
}

extension CocoaError {
  /// Whether the file can't be found or read.
  fileprivate var isFileError: Bool {
    [.fileNoSuchFile, .fileReadNoSuchFile, .fileReadNoPermission, .fileReadUnknown].contains(code)
  }
}
