// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row record`: records a monitor's notifications from a capture or a pipe.
struct RowRecord: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the notifications of a PM5 from a capture file or a pipe.",
    discussion: """
      Each line is SECONDS CHARACTERISTIC HEX, as a Bluetooth program or cairn row simulate writes \
      it. A stroke is stored within a second, and appears on the page Live. If the process ends \
      early, the next recording of the same monitor continues the session.

      EXAMPLE
        cairn row record capture.txt --start "2026-11-21 09:05"
        cairn row simulate 5x500m/1:00r --real-time | cairn row record - --athlete Anna
      """
  )

  @Argument(help: "The capture file; - for standard input.", completion: .file())
  var file: String

  @OptionGroup var athlete: AthleteOption

  @Option(
    help: "The moment of second 0. (default: such that the recording ends now)",
    transform: MomentText.argument)
  var start: Date?

  @Option(help: "The serial number of the monitor, by which an unfinished session is continued.")
  var serial = ""

  @Option(help: "The kind of session.")
  var type = SessionType.training

  @Option(help: "The description of the workout, such as 5x500m/1:00r.")
  var workout: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openRowing()
    let id = try await athlete.resolve(in: library)
    if id == nil { _ = try await library.defaultAthlete() }
    var reader = try CaptureReader(file)
    var recorder: LiveRecorder?
    var hasFailed = false
    while let line = try reader.next() {
      do {
        guard let frame = try PM5Frame.line(line) else { continue }
        let live: LiveRecorder
        if let recorder {
          live = recorder
        } else {
          live = LiveRecorder(
            modelContainer: library.modelContainer,
            options: .init(
              athlete: id, deviceID: serial, sessionType: type, workout: workout,
              start: try start ?? zero(at: frame.time)))
          recorder = live
        }
        try await live.receive(frame)
      } catch let error as PM5Error {
        hasFailed = true
        let name = file == "-" ? "standard input" : file.printable
        StandardError.write("cairn: \(name):\(reader.line): \(CommandError.describe(error))\n")
      }
    }
    try await recorder?.finish()
    var sessions: [SessionSummary] = []
    for id in await recorder?.sessions ?? [] {
      if let session = try await library.session(id)?.summary { sessions.append(session) }
    }
    let shown = sessions
    try output.write(shown.map { SessionRecord($0) }) {
      shown.isEmpty ? "No stroke was recorded.\n" : RowText.list(shown)
    }
    if hasFailed { throw ExitCode.failure }
  }

  /// The moment of second 0 if the latest notification arrives now.
  ///
  /// - Parameter first: The time of the first notification.
  /// - Returns: The moment.
  /// - Throws: `CommandError` if the file can't be read.
  private func zero(at first: Double) throws -> Date {
    var last = first
    // A pipe's notifications arrive now; those of a file have all been received.
    if file != "-", try isRegularFile() {
      var reader = try CaptureReader(file)
      while let line = try reader.next() {
        if let frame = try? PM5Frame.line(line) { last = max(last, frame.time) }
      }
    }
    return Date().addingTimeInterval(-min(last, 1e7))
  }

  private func isRegularFile() throws -> Bool {
    let values = try? URL(fileURLWithPath: file).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile ?? false
  }
}

/// `cairn row simulate`: writes the notifications of a simulated workout.
struct RowSimulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the notifications of a PM5 during a simulated workout.",
    discussion: """
      Equal options and seeds give equal notifications. The faults of a connection are lost, \
      repeated and reordered notifications, each with a probability from 0 to 1.

      EXAMPLE
        cairn row simulate 5x500m/1:00r --watts 220 --rate 26 --seed 7 --out capture.txt
      """
  )

  @Argument(help: "The workout, such as 2000m, 30:00 or 5x500m/1:00r.")
  var workout: String

  @Option(help: "The mean power in watts.")
  var watts = 180.0

  @Option(help: "The mean stroke rate in strokes per minute.")
  var rate = 24.0

  @Option(help: "The seed of all variation.")
  var seed: UInt64 = 1

  @Option(help: "The probability that a notification is lost.")
  var loss = 0.0

  @Option(help: "The probability that a notification comes twice.")
  var repeats = 0.0

  @Option(help: "The probability that a notification changes places with the next one.")
  var reordering = 0.0

  @Flag(help: "Send all messages in characteristic 0080.")
  var multiplexed = false

  @Flag(help: "Write each notification at its time, as a monitor does.")
  var realTime = false

  @Option(
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var out: String?

  func validate() throws {
    for (name, value, range) in [
      ("--watts", watts, 10.0...1500), ("--rate", rate, 10...60), ("--loss", loss, 0...1),
      ("--repeats", repeats, 0...1), ("--reordering", reordering, 0...1),
    ] where !range.contains(value) {
      throw ValidationError(
        "\(name) \(value) is out of range: give \(range.lowerBound) to \(range.upperBound).")
    }
    if realTime, let out, out != "-" {
      throw ValidationError("--real-time writes to standard output: leave out --out.")
    }
  }

  func run() async throws {
    let plan: WorkoutPlan
    do {
      plan = try WorkoutPlan(text: workout)
    } catch {
      throw CommandError(CommandError.describe(error))
    }
    let simulator = PM5Simulator(
      plan: plan,
      options: SimulatorOptions(
        power: watts, rate: rate, seed: seed, isMultiplexed: multiplexed, loss: loss,
        repeats: repeats, reordering: reordering))
    guard realTime else {
      let bytes = Data(simulator.frames.map { $0.text + "\n" }.joined().utf8)
      guard let out, out != "-" else { return try StandardOutput.write(bytes) }
      return try OutputFile(path: out).write(bytes)
    }
    let start = ContinuousClock.now
    for frame in simulator.frames {
      try await Task.sleep(until: start.advanced(by: .seconds(frame.time)), clock: .continuous)
      try StandardOutput.write(frame.text + "\n")
    }
  }
}
