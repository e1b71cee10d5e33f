// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A running process with its output in files, so that no pipe fills up.
package final class RunningCommand: Sendable {
  private enum State {
    case running([CheckedContinuation<Void, Never>])
    case ended
  }

  private let state = Mutex(State.running([]))
  private let process: Process
  private let output: URL
  private let error: URL

  /// Starts `executable`.
  package init(
    _ executable: URL, _ arguments: [String], environment: [String: String], directory: URL,
    input: FileHandle, logs: URL, output replacement: FileHandle? = nil
  ) throws {
    let id = UUID().uuidString
    output = logs.appending(path: "\(id).out")
    error = logs.appending(path: "\(id).err")
    for file in [output, error] { try Data().write(to: file) }
    process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = directory
    process.standardInput = input
    let handles = [try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: error)]
    // Foundation keeps ended processes with their handles; with a thousand open files it can't start
    // another. The process has copies of its own.
    defer { for handle in handles { try? handle.close() } }
    process.standardOutput = replacement ?? handles[0]
    process.standardError = handles[1]
    process.terminationHandler = { [weak self] _ in self?.end() }
    try process.run()
  }

  package var processIdentifier: Int32 { process.processIdentifier }

  /// True after the process has exited.
  package var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// The standard output so far.
  package var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  /// Sends a signal.
  package func send(_ signal: Int32) {
    _ = kill(process.processIdentifier, signal)
  }

  /// Waits for the process to exit.
  package func result() async throws -> CommandResult {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        guard case .running(let waiting) = state else { return true }
        state = .running(waiting + [continuation])
        return false
      }
      if hasEnded { continuation.resume() }
    }
    return CommandResult(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      outputData: try Data(contentsOf: output), errorData: try Data(contentsOf: error))
  }

  private func end() {
    let waiting = state.withLock { state in
      guard case .running(let waiting) = state else {
        return [CheckedContinuation<Void, Never>]()
      }
      state = .ended
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Waits until a condition returns a value, at most for the time limit of the test.
@discardableResult
package func wait<Value>(for condition: () async throws -> Value?) async throws -> Value {
  while true {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(20))
  }
}
