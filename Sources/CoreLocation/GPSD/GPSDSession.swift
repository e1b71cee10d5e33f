// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// A thread that reads the reports of gpsd, and connects again after each failure.
final class GPSDSession: @unchecked Sendable {
  // Unchecked because `lock` protects `isStopped`, and only the thread uses the other state.

  /// The seconds between two attempts to connect, which double up to the maximum.
  private static let firstDelay = 0.5
  private static let longestDelay = 5.0
  /// The seconds after which the thread checks whether it was stopped.
  private static let tick = 0.25
  /// The maximum number of bytes of a read.
  private static let chunk = 64 << 10

  private let source: GPSDLocationSource
  private let send: (LocationEvent) -> Void
  private let lock = NSLock()
  private var isStopped = false

  private var lastFix = Date.distantPast
  private var hasReported = false

  init(_ source: GPSDLocationSource, send: @escaping @Sendable (LocationEvent) -> Void) {
    self.source = source
    self.send = send
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "gpsd"
    thread.stackSize = 512 << 10
    thread.start()
  }

  func stop() { lock.withLock { isStopped = true } }

  private var isRunning: Bool { lock.withLock { !isStopped } }

  private func run() {
    var delay = Self.firstDelay
    while isRunning {
      do {
        let socket = try StreamSocket(host: source.host, port: source.port, timeout: 5)
        try socket.write(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8))
        if try read(socket) { delay = Self.firstDelay }
        report(.network, "gpsd at \(address) has closed the connection. The source connects again.")
      } catch {
        report(
          .network,
          "gpsd at \(address) can't be reached: \(error). Start gpsd with the receiver's device, as "
            + "in: gpsd /dev/ttyUSB0")
      }
      pause(delay)
      delay = min(delay * 2, Self.longestDelay)
    }
  }

  private var address: String { "\(source.host):\(source.port)" }

  /// Reads until the connection is closed or the session is stopped.
  ///
  /// - Returns: Whether the daemon has sent anything.
  private func read(_ socket: StreamSocket) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    var reader = GPSDReader()
    var hasReceived = false
    lastFix = Date()
    while isRunning {
      switch try socket.read(into: &buffer, timeout: Self.tick) {
      case .timeout: break
      case .closed: return hasReceived
      case .bytes(let count):
        hasReceived = true
        for location in reader.read(buffer[..<count], at: source.now()) {
          (lastFix, hasReported) = (Date(), false)
          send(.location(location))
        }
      }
      if Date().timeIntervalSince(lastFix) > source.silence {
        report(
          .locationUnknown,
          "gpsd at \(address) has sent no fix for \(Int(source.silence)) s. Check the receiver's "
            + "view of the sky, and its connection with cgps.")
      }
    }
    return hasReceived
  }

  /// Reports a failure once until the next fix.
  private func report(_ code: CLError.Code, _ reason: String) {
    guard isRunning, !hasReported else { return }
    hasReported = true
    send(.unavailable(CLError(code, reason)))
  }

  private func pause(_ seconds: Double) {
    let end = Date().addingTimeInterval(seconds)
    while isRunning, Date() < end { Thread.sleep(forTimeInterval: min(0.1, seconds)) }
  }
}
