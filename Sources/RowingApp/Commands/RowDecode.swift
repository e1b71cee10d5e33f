// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row decode`: decodes a capture of a monitor's notifications.
struct RowDecode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decode the notifications of a PM5 from a capture.",
    discussion: """
      Each line is SECONDS CHARACTERISTIC HEX, or only CHARACTERISTIC HEX. The frames of the \
      characteristics 0021 and 0022 are decoded as CSAFE. A malformed line is reported, the others \
      are decoded, and the status is 1.

      EXAMPLE
        cairn row decode capture.txt --json
        echo "0032 8b2f00a40828ff7b588467000000000000" | cairn row decode -
      """
  )

  @Argument(help: "The capture file; - for standard input.", completion: .file())
  var file: String

  @OptionGroup var output: OutputOptions

  func run() async throws {
    var reader = try CaptureReader(file)
    var count = 0
    var hasFailed = false
    if output.json { try StandardOutput.write("[\n") }
    while let text = try reader.next() {
      do {
        guard let frame = try Self.frame(text) else { continue }
        let decoded = try DecodedFrame(frame)
        let record =
          output.json
          ? (count == 0 ? "" : ",\n") + (try JSONOutput.line(decoded).dropLast())
          : decoded.text
        try StandardOutput.write(record)
        count += 1
      } catch let error as PM5Error {
        hasFailed = true
        let name = file == "-" ? "standard input" : file.printable
        StandardError.write("cairn: \(name):\(reader.line): \(CommandError.describe(error))\n")
      }
    }
    if output.json { try StandardOutput.write("\n]\n") }
    if hasFailed { throw ExitCode.failure }
  }

  /// The frame of a line, with or without its time.
  private static func frame(_ line: String) throws(PM5Error) -> PM5Frame? {
    let parts = line.split(whereSeparator: \.isWhitespace)
    let isTimeless = parts.count == 2 && parts[0].count == 4
    return try PM5Frame.line(isTimeless ? "0 \(line)" : line)
  }
}

/// A decoded notification, as text and as JSON.
private struct DecodedFrame: Encodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The characteristics of CSAFE frames, to the monitor and from it.
  private static let control: Set<UInt16> = [0x0021, 0x0022]

  let time: Double
  let characteristic: String
  let mode: String
  let fields: [(name: String, value: PM5Value)]

  init(_ frame: PM5Frame) throws(PM5Error) {
    time = frame.time
    if Self.control.contains(frame.characteristic) {
      let decoded = try CSAFEFrame(bytes: frame.bytes)
      characteristic = "00" + String(frame.characteristic, radix: 16)
      mode = "csafe"
      let commands = (try? CSAFECommand.commands(decoded.contents)) ?? []
      fields = [
        ("contents", .text(decoded.contents.hex)),
        ("commands", .integers(commands.map { Int($0.identifier) })),
      ]
      return
    }
    let message = try PM5Message(characteristic: frame.characteristic, bytes: frame.bytes)
    characteristic = message.characteristic.text
    mode = message.mode
    fields = message.fields
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(time.toThousandths, forKey: Key("time_s"))
    try container.encode(characteristic, forKey: Key("char"))
    try container.encode(mode, forKey: Key("mode"))
    for (name, value) in fields {
      let key = Key(name)
      switch value {
      case .null: try container.encodeNil(forKey: key)
      case .integer(let number): try container.encode(number, forKey: key)
      case .number(let number): try container.encode(number, forKey: key)
      case .text(let text): try container.encode(text, forKey: key)
      case .integers(let numbers): try container.encode(numbers, forKey: key)
      }
    }
  }

  var text: String {
    let values = fields.map { name, value in
      switch value {
      case .null: "\(name)=null"
      case .integer(let number): "\(name)=\(number)"
      case .number(let number): "\(name)=\(number)"
      case .text(let text): "\(name)=\(text)"
      case .integers(let numbers):
        "\(name)=\(numbers.map(String.init).joined(separator: ","))"
      }
    }
    return "\(RowFormat.decimal(time, 2, "")) \(characteristic) \(mode) "
      + values.joined(separator: " ") + "\n"
  }
}

/// `cairn row workout`: converts between a workout's text and the frames that program a monitor.
struct RowWorkout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout",
    abstract: "Convert a workout to the frames that program a PM5, or back.",
    discussion: """
      A workout is a distance, a time or a number of calories, with a number of intervals and \
      their rest: 2000m, 30:00, 5x500m/2:00r, v4:00/1:00r,3:00/1:00r.

      EXAMPLE
        cairn row workout 5x500m/2:00r
        cairn row workout f176070101011302010161f2
      """
  )

  @Argument(help: "The workout, or the hexadecimal bytes of its frames.")
  var workout: [String]

  @OptionGroup var output: OutputOptions

  private struct Record: Encodable {
    let workout: String
    let frames: [String]
    let intervals: Int
  }

  func run() async throws {
    do {
      let plan = try plan()
      let frames = plan.frames.map { $0.bytes.hex }
      try output.write(
        Record(workout: plan.text, frames: frames, intervals: plan.intervals.count)
      ) { plan.text + "\n" + frames.map { $0 + "\n" }.joined() }
    } catch let error as PM5Error {
      throw CommandError(CommandError.describe(error))
    }
  }

  private func plan() throws(PM5Error) -> WorkoutPlan {
    let joined = workout.joined().lowercased()
    guard joined.hasPrefix("f1") || joined.hasPrefix("f0"), let bytes = [UInt8](hex: joined) else {
      return try WorkoutPlan(text: workout.joined(separator: " "))
    }
    // Each frame ends with the flag F2, which occurs nowhere else.
    let frames = try bytes.split(separator: 0xF2, omittingEmptySubsequences: true)
      .map { frame throws(PM5Error) in try CSAFEFrame(bytes: Array(frame) + [0xF2]) }
    return try WorkoutPlan(frames: frames)
  }
}
