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
  private static let script = """
    chromedriver --port=0 & cat > /dev/null; pkill -KILL --session 0
    """

  /// Starts a driver, and reads its port from its output.
  static func start() async throws -> DriverProcess {
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
          guard !data.isEmpty else {
            return continuation.resume(throwing: BrowserError.noDriver("It printed: \(text)"))
          }
          text += String(decoding: data, as: UTF8.self)
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
