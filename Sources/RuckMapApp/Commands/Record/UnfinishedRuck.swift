// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import RuckMap
import SystemSupport

/// The decision about a ruck that an earlier process has left open.
struct UnfinishedRuck {
  private let library: RuckLibrary
  private let text: RecordingText
  private let action: UnfinishedAction?

  init(_ library: RuckLibrary, _ text: RecordingText, _ action: UnfinishedAction?) {
    self.library = library
    self.text = text
    self.action = action
  }

  /// Resumes the open ruck, or starts another one.
  ///
  /// A ruck that has changed within half an hour is resumed without a question. If devices that were
  /// offline have started several, the user chooses one, and the others are ended.
  ///
  /// - Parameter options: The user's information about a new ruck.
  /// - Returns: The running ruck.
  /// - Throws: ``CommandError`` if the user must decide and there is no terminal.
  func resumeOrStart(_ options: RecordingOptions) async throws -> RecordingSnapshot {
    let competing = try await library.competingRecordings()
    if !competing.isEmpty { return try await decide(between: competing, options) }
    guard let open = try await library.activeRecordings().last else {
      return try await library.startRecording(options)
    }
    let action =
      if let action { action } else if open.isRecent(at: .now) { UnfinishedAction.resume } else {
        try ask(open)
      }
    if action == .resume { return resumed(open) }
    try await close(open, action)
    return try await library.startRecording(options)
  }

  private func resumed(_ open: RecordingSnapshot) -> RecordingSnapshot {
    StandardError.write("cairn: resuming the ruck \(text.line(open, at: .now))\n")
    if open.phase == .paused {
      StandardError.write("cairn: it is paused; resume it with cairn ruck record resume\n")
    }
    return open
  }

  /// Ends or deletes an unfinished ruck.
  private func close(_ open: RecordingSnapshot, _ action: UnfinishedAction) async throws {
    switch action {
    case .resume: break
    case .endUnfinished:
      do {
        let ended = try await library.endRecording(open.id)
        StandardError.write("cairn: ended the unfinished ruck \(ended.id.shortText)\n")
      } catch RecordingError.tooShort {
        try await library.discardRecording(open.id)
        StandardError.write(
          "cairn: deleted the unfinished ruck \(open.id.shortText), shorter than a minute\n")
      }
    case .discardUnfinished:
      try await library.discardRecording(open.id)
      StandardError.write("cairn: deleted the unfinished ruck \(open.id.shortText)\n")
    }
  }

  /// Decides about several running rucks.
  ///
  /// - Parameters:
  ///   - running: The running rucks, oldest first.
  ///   - options: The user's information about a new ruck.
  /// - Returns: The running ruck.
  /// - Throws: ``CommandError`` if the user must decide and there is no terminal.
  private func decide(
    between running: [RecordingSnapshot], _ options: RecordingOptions
  ) async throws -> RecordingSnapshot {
    if let action, action != .resume {
      for open in running { try await close(open, action) }
      return try await library.startRecording(options)
    }
    let result = try await library.continueRecording(try choose(running).id)
    text.report(result)
    return resumed(result.ruck)
  }

  private func choose(_ running: [RecordingSnapshot]) throws -> RecordingSnapshot {
    guard isatty(STDIN_FILENO) == 1 else {
      let ids = running.map(\.id.shortText).joined(separator: ", ")
      throw CommandError(
        "\(running.count) rucks are running, \(ids): choose the one that goes on with "
          + "cairn ruck record continue, or join them with cairn ruck record join")
    }
    for (index, ruck) in running.enumerated() {
      StandardError.write("\(index + 1)  \(text.line(ruck, at: .now))\n")
    }
    while true {
      StandardError.write("Which ruck goes on? The others are ended. [1-\(running.count)] ")
      guard let line = readLine() else { throw CommandError("nothing was recorded") }
      if let number = Int(line.trimmingCharacters(in: .whitespaces)),
        running.indices.contains(number - 1)
      {
        return running[number - 1]
      }
    }
  }

  private func ask(_ open: RecordingSnapshot) throws -> UnfinishedAction {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandError(
        "the ruck \(text.line(open, at: .now)) is unfinished: give --resume, --end-unfinished or "
          + "--discard-unfinished")
    }
    StandardError.write("The ruck \(text.line(open, at: .now)) is unfinished.\n")
    while true {
      StandardError.write("Resume it, end it and start a new one, or delete it? [r/e/d] ")
      switch readLine()?.trimmingCharacters(in: .whitespaces).lowercased() {
      case "r", "resume": return .resume
      case "e", "end": return .endUnfinished
      case "d", "delete": return .discardUnfinished
      case nil: throw CommandError("nothing was recorded")
      default: continue
      }
    }
  }
}

/// A lock that admits one recording process to a data folder.
struct RecordingLock {
  private let lock: AdvisoryLock

  /// Takes the lock.
  ///
  /// - Throws: ``CommandError`` if another process records.
  init(in folder: URL) throws {
    let path = folder.appending(path: "ruckmap.recording").path(percentEncoded: false)
    do {
      lock = try AdvisoryLock(opening: path, O_RDWR | O_CREAT)
      guard try lock.acquireIfAvailable(.exclusive) else {
        throw CommandError(
          "another process is recording a ruck: stop it, or control it with cairn ruck record pause, "
            + "resume, load or end")
      }
    } catch let error as SystemError {
      throw CommandError("can't lock \(path.printable): \(error)")
    }
  }
}
