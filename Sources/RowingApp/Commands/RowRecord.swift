// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row record`: records a monitor's notifications from Bluetooth, a capture or a pipe.
struct RowRecord: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the notifications of a PM5 from Bluetooth, a capture file or a pipe.",
    discussion: """
      With --device, BlueZ connects to the monitor, and each workout is recorded until Ctrl-C: \
      choose Connect on the PM5 first. Each line of a file is SECONDS CHARACTERISTIC HEX, as a \
      Bluetooth program or cairn row simulate writes it. A stroke is stored within a second, and \
      appears on the page Live. At the end of the notifications or Ctrl-C, an unfinished workout is \
      closed as incomplete; the next recording of the same monitor continues it. A session that a \
      killed process left open is closed by a later recording, or by cairn row edit ID --finish.

      EXAMPLE
        cairn row record --device 430123456
        cairn row record capture.txt --start "2026-11-21 09:05"
        cairn row simulate 5x500m/1:00r --real-time | cairn row record - --athlete Anna
      """
  )

  @Argument(help: "The capture file; - for standard input.", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The monitor, by name, serial number or Bluetooth address, or a part of the name.",
      valueName: "monitor"))
  var device: String?

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

  func validate() throws {
    if (file == nil) == (device == nil) {
      throw ValidationError(
        "Give a capture file, - for standard input, or a monitor with --device.")
    }
    if device != nil, start != nil {
      throw ValidationError("--start is for captures: a monitor's notifications arrive now.")
    }
  }

  func run() async throws {
    let library = try data.openRowing()
    var id = try await athlete.resolve(in: library)
    if id == nil { id = try await library.viewer().athlete?.id }
    if id == nil { _ = try await library.defaultAthlete() }
    if device == nil { try await library.closeAbandonedSessions(except: serial) }
    if let device {
      let sessions = try await record(device, for: id, in: library)
      return try await write(sessions, from: library)
    }
    let hasFailed = try await record(from: file ?? "-", for: id, in: library)
    if hasFailed { throw ExitCode.failure }
  }

  /// Records the lines of a file.
  ///
  /// - Returns: Whether lines were malformed.
  private func record(
    from file: String, for id: UUID?, in library: RowingLibrary
  ) async throws -> Bool {
    var reader = try CaptureReader(file)
    var recorder: LiveRecorder?
    var hasFailed = false
    Interruption.observe()
    while !Interruption.isRequested, let line = try reader.next() {
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
              start: try start ?? zero(of: file, at: frame.time)))
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
    try await write(recorder?.sessions ?? [], from: library)
    return hasFailed
  }

  private func write(_ ids: [UUID], from library: RowingLibrary) async throws {
    var sessions: [SessionSummary] = []
    for id in ids {
      if let session = try await library.session(id)?.summary { sessions.append(session) }
    }
    let shown = sessions
    try output.write(shown.map { SessionRecord($0) }) {
      shown.isEmpty ? "No stroke was recorded.\n" : RowText.list(shown)
    }
  }

  /// The moment of second 0 if the latest notification arrives now.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - first: The time of the first notification.
  /// - Returns: The moment.
  /// - Throws: `CommandError` if the file can't be read.
  private func zero(of file: String, at first: Double) throws -> Date {
    var last = first
    // A pipe's notifications arrive now; those of a file have all been received.
    if file != "-", isRegular(file) {
      var reader = try CaptureReader(file)
      while let line = try reader.next() {
        if let frame = try? PM5Frame.line(line) { last = max(last, frame.time) }
      }
    }
    return Date().addingTimeInterval(-min(last, 1e7))
  }

  private func isRegular(_ file: String) -> Bool {
    let values = try? URL(fileURLWithPath: file).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile ?? false
  }
}
