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
  /// A ruck that has changed within half an hour is resumed without a question.
  ///
  /// - Parameter options: The user's information about a new ruck.
  /// - Returns: The running ruck.
  /// - Throws: ``CommandError`` if the user must decide and there is no terminal.
  func resumeOrStart(_ options: RecordingOptions) async throws -> RecordingSnapshot {
    guard let open = try await library.activeRecordings().last else {
      return try await library.startRecording(options)
    }
    let action =
      if let action { action } else if open.isRecent(at: .now) { UnfinishedAction.resume } else {
        try ask(open)
      }
    switch action {
    case .resume:
      StandardError.write("cairn: resuming the ruck \(text.line(open, at: .now))\n")
      if open.phase == .paused {
        StandardError.write("cairn: it is paused; resume it with cairn ruck record resume\n")
      }
      return open
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
    return try await library.startRecording(options)
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
