// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row simulate`: writes the notifications of a simulated workout.
struct RowSimulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write the notifications of a PM5 during a simulated workout.",
    discussion: """
      Equal options and seeds give equal notifications. The faults of a connection are lost, \
      repeated and reordered notifications, each with a probability from 0 to 1, and lost \
      connections of 5 to 30 seconds at times that follow from the seed.

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

  @Option(help: "The number of lost connections, from 0 to 100.")
  var disconnects = 0

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
    guard (0...100).contains(disconnects) else {
      throw ValidationError("--disconnects \(disconnects) is out of range: give 0 to 100.")
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
        repeats: repeats, reordering: reordering, disconnectCount: disconnects))
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
