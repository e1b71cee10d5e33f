// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CoreLocation
import Dispatch
import Foundation
import RuckMap
import SystemSupport

/// Records a running ruck until it ends, the source ends or a signal arrives.
struct RecordingLoop: Sendable {
  /// The result of a recording.
  enum Result: Sendable {
    /// The ruck is completed.
    case ended(RuckSummary)
    /// The ruck is open and can be resumed.
    case open(RecordingSnapshot)
    /// The ruck was ended or deleted by another process.
    case gone(UUID)
  }

  private enum Stop: Sendable {
    case sourceEnded
    case signal(Int32)
    case gone
  }

  let library: RuckLibrary
  let source: any LocationSource
  let weather: WeatherRecorder?
  let text: RecordingText
  let rules: RecordingRules

  /// Records a ruck.
  ///
  /// - Parameter ruck: The running ruck.
  /// - Returns: The result.
  /// - Throws: ``CommandError`` or `SwiftDataError` if positions can't be stored; the ruck stays open.
  func run(_ ruck: RecordingSnapshot) async throws -> Result {
    let signals = StopSignals()
    defer { withExtendedLifetime(signals) {} }
    let received = signals.received
    let recorder = try await RuckRecorder.open(library, ruck: ruck.id, rules: rules)
    let stop = try await withThrowingTaskGroup(of: Stop.self) { group -> Stop in
      group.addTask { try await record(ruck.id, recorder) }
      group.addTask {
        for await signal in received { return .signal(signal) }
        return .signal(SIGTERM)
      }
      group.addTask {
        // Another process may end the ruck while there are no positions.
        while true {
          do {
            if try await recorder.snapshot() == nil { return .gone }
          } catch {
            // The next position reports the failure.
          }
          try await Task.sleep(for: .seconds(2))
        }
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { return .gone }
      return first
    }
    switch stop {
    case .gone: return .gone(ruck.id)
    case .signal(let signal) where signal != SIGINT:
      try await recorder.flush()
      return try await recorder.snapshot().map { .open($0) } ?? .gone(ruck.id)
    case .sourceEnded, .signal: return try await end(ruck.id, recorder)
    }
  }

  private func end(_ id: UUID, _ recorder: RuckRecorder) async throws -> Result {
    do {
      return .ended(try await recorder.end())
    } catch RecordingError.tooShort {
      StandardError.write(
        "cairn: the ruck \(id.shortText) is shorter than one minute and stays open: delete it with "
          + "cairn ruck record discard, or continue it with cairn ruck record\n")
      return try await recorder.snapshot().map { .open($0) } ?? .gone(id)
    } catch RecordingError.alreadyEnded, RecordingError.notRecording {
      return .gone(id)
    }
  }

  private func record(_ id: UUID, _ recorder: RuckRecorder) async throws -> Stop {
    let progress = RecordingProgress(text)
    defer { progress.clear() }
    var failure: String?
    for await event in source.events() {
      switch event {
      case .location(let location):
        do {
          let outcome = try await recorder.receive(location)
          failure = nil
          if case .stored = outcome { fetchWeather(id, location) }
          if let ruck = try await progress.isDue ? recorder.snapshot() : nil {
            progress.show(ruck, outcome)
          }
        } catch RecordingError.alreadyEnded, RecordingError.notRecording {
          return .gone
        } catch {
          // On a full disk, the next position is stored when there is space again.
          let message = CommandError.describe(error)
          if message != failure {
            progress.clear()
            StandardError.write("cairn: the position can't be stored: \(message.printable)\n")
          }
          failure = message
        }
      case .unavailable(let error):
        progress.clear()
        StandardError.write("cairn: \(CommandError.describe(error).printable)\n")
      case .authorization: break
      }
    }
    // A cancelled source ends too; the signal decides then.
    if Task.isCancelled { return .gone }
    return .sourceEnded
  }

  /// Fetches the weather beside the recording.
  private func fetchWeather(_ id: UUID, _ location: CLLocation) {
    guard let weather else { return }
    Task {
      do {
        try await weather.record(for: id, at: location.coordinate)
      } catch {
        StandardError.write("cairn: \(CommandError.describe(error).printable)\n")
      }
    }
  }
}

/// The signals that stop a recording.
final class StopSignals {
  /// The numbers of the received signals.
  let received: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    received = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }
}

/// The line of a recording on standard error, on a terminal only.
private final class RecordingProgress {
  private let text: RecordingText
  private var last: ContinuousClock.Instant?

  init(_ text: RecordingText) { self.text = text }

  /// Whether the line is to be drawn again, at most once a second.
  var isDue: Bool {
    guard StandardError.isTerminal else { return false }
    return last.map { ContinuousClock.now - $0 >= .seconds(1) } ?? true
  }

  func show(_ ruck: RecordingSnapshot, _ outcome: RuckRecorder.Outcome) {
    last = .now
    let note = outcome == .rejected(.inaccurate) ? ", inaccurate position" : ""
    StandardError.write("\r\u{1B}[K\(text.line(ruck, at: .now))\(note)")
  }

  func clear() {
    guard StandardError.isTerminal, last != nil else { return }
    StandardError.write("\r\u{1B}[K")
  }
}
