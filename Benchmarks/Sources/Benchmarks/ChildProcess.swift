// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A process whose standard output is read line by line.
final class ChildProcess {
  private let process = Process()
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
  }

  /// The next line that it prints; waits for it, and fails if it ends before.
  func line() throws -> String {
    while true {
      if let end = lines.firstIndex(of: 10) {
        defer { lines = Data(lines[(end + 1)...]) }
        return String(decoding: lines[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw WrongResult(description: "a process ended before it was done") }
      lines += more
    }
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

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
