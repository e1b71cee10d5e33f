// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A running ChromeDriver on a free port.
struct DriverProcess {
  let port: Int
  private let lifeline: Pipe
  private let ended: AsyncStream<Void>

  /// Starts the driver in its own session, and kills that session at the end of standard input.
  ///
  /// No process outlives the tests, even if they are killed.
  ///
  /// The shell keeps the output open, so the end of the driver is a line of it.
  private static let script = """
    (chromedriver --port=0; echo "\(endMark) $?") & cat > /dev/null; pkill -KILL --session 0
    """

  private static let endMark = "chromedriver ended with status"

  /// Starts a driver, and reads its port from its output.
  ///
  /// A driver whose port was taken between its choice and its use ends at once; another one is started then.
  static func start() async throws -> DriverProcess {
    for _ in 0..<2 {
      if let driver = try? await launch() { return driver }
    }
    return try await launch()
  }

  private static func launch() async throws -> DriverProcess {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["setsid", "--wait", "sh", "-c", script]
    let (lifeline, output) = (Pipe(), Pipe())
    process.standardInput = lifeline
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    do {
      try process.run()
    } catch {
      throw BrowserError.noDriver(error.localizedDescription)
    }
    do {
      return DriverProcess(
        port: try await port(from: output), lifeline: lifeline, ended: ended)
    } catch {
      try? lifeline.fileHandleForWriting.close()
      throw error
    }
  }

  /// Stops the driver and its browsers.
  ///
  /// The driver first receives a shutdown request. It inherits the blocked signals of Swift's thread
  /// pool, so SIGTERM would not reach it.
  func end() async {
    _ = try? await DriverConnection.send("GET", port: port, path: "/shutdown")
    try? lifeline.fileHandleForWriting.close()
    for await _ in ended {}
  }

  private static func port(from output: Pipe) async throws -> Int {
    let handle = output.fileHandleForReading
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var text = ""
        while true {
          let data = handle.availableData
          text += String(decoding: data, as: UTF8.self)
          if data.isEmpty || text.contains(endMark) {
            return continuation.resume(throwing: BrowserError.noDriver("It printed: \(text)"))
          }
          if let match = text.firstMatch(of: /started successfully on port (\d+)/),
            let port = Int(match.1)
          {
            return continuation.resume(returning: port)
          }
        }
      }
    }
  }
}
