// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process whose standard output is read line by line.
final class ChildProcess {
  private let process = Process()
  private let watchdog = Process()
  private let lifeline = Pipe()
  private let output = Pipe()
  private var lines = Data()

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - executable: The program; nil for this one, in a process of its own.
  /// - Throws: An error of Foundation if the program can't be started.
  init(_ arguments: [String], executable: URL? = nil) throws {
    process.executableURL =
      executable ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    do {
      try startWatchdog()
    } catch {
      stop(process)
      throw error
    }
  }

  /// Starts a shell that terminates the process if this one ends, however it ends, before ``end()``.
  ///
  /// The shell reads a pipe that only this process writes to: a line dismisses it, and the end of the pipe without
  /// a line is the end of this process.
  private func startWatchdog() throws {
    watchdog.executableURL = URL(filePath: "/bin/sh")
    watchdog.arguments = [
      "-c", "read -r line || { kill \"$1\"; sleep 5; kill -9 \"$1\"; }", "watchdog",
      "\(process.processIdentifier)",
    ]
    watchdog.standardInput = lifeline
    // Inherited pipes would stay open until the watchdog ends.
    watchdog.standardOutput = FileHandle.nullDevice
    watchdog.standardError = FileHandle.nullDevice
    try watchdog.run()
  }

  /// The next line that it prints; waits for it.
  ///
  /// - Parameter limit: The maximum time to wait; nil for no limit.
  /// - Returns: The line without its end.
  /// - Throws: `WrongResult` if the process ends before, or the limit is exceeded.
  func line(within limit: Duration? = nil) throws -> String {
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      if let end = lines.firstIndex(of: 10) {
        defer { lines = Data(lines[(end + 1)...]) }
        return String(decoding: lines[..<end], as: UTF8.self)
      }
      if let end { try waitForOutput(until: end) }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw WrongResult(description: "a process ended before it was done") }
      lines += more
    }
  }

  private func waitForOutput(until end: ContinuousClock.Instant) throws {
    var descriptor = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(0, (end - ContinuousClock.now) / .milliseconds(1)))
    try WrongResult.unless(
      poll(&descriptor, 1, milliseconds) != 0, "a process prints nothing within its time limit")
  }

  /// The time that its threads have been running, those that have ended too; in steps of 10 ms.
  func processorTime() throws -> Duration {
    let text = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // The name, in parentheses, may have spaces.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      throw WrongResult(description: "/proc/PID/stat has no times")
    }
    return .milliseconds((user + system) * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Terminates the process, and waits for its end; after five seconds it is killed.
  func end() {
    stop(process)
    if watchdog.isRunning { try? lifeline.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }
    try? lifeline.fileHandleForWriting.close()
    watchdog.waitUntilExit()
  }

  private func stop(_ process: Process) {
    process.terminate()
    let limit = ContinuousClock.now + .seconds(5)
    while process.isRunning, ContinuousClock.now < limit { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
