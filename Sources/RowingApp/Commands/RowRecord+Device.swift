// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

extension RowRecord {
  /// The longest wait for a notification, after which an interruption is noticed.
  private static let patience = Duration.milliseconds(500)
  /// The pause between two attempts to connect again.
  private static let retryDelay = Duration.seconds(2)

  /// Records the workouts of a monitor until Ctrl-C.
  ///
  /// - Parameters:
  ///   - device: The monitor's name, serial number or address.
  ///   - athlete: The athlete; nil for the only one.
  ///   - library: The library.
  /// - Returns: The identifiers of the sessions.
  /// - Throws: A `BluetoothError` or a `DBusError`, or an error of the store.
  func record(
    _ device: String, for athlete: UUID?, in library: RowingLibrary
  ) async throws -> [UUID] {
    let monitor = try BlueZMonitor(named: device, on: DBusConnection())
    Interruption.observe()
    StandardError.write("cairn: recording \(monitor.name.printable); end with Ctrl-C\n")
    let number = serial.isEmpty ? monitor.serial : serial
    try await library.closeAbandonedSessions(except: number)
    let recorder = LiveRecorder(
      modelContainer: library.modelContainer,
      options: .init(
        athlete: athlete, deviceID: number, sessionType: type, workout: workout,
        start: monitor.startDate))
    while !Interruption.isRequested {
      if let frame = try monitor.next(timeout: Self.patience) {
        try await recorder.receive(frame)
      } else if !monitor.isConnected {
        StandardError.write("cairn: the connection to the monitor is lost; connecting again\n")
        await Self.reconnect(monitor)
      }
    }
    monitor.disconnect()
    try await recorder.finish()
    return await recorder.sessions
  }

  /// Connects again until it succeeds, or Ctrl-C.
  private static func reconnect(_ monitor: BlueZMonitor) async {
    while !Interruption.isRequested, !monitor.isConnected {
      if (try? monitor.reconnect()) == nil { try? await Task.sleep(for: retryDelay) }
    }
  }
}
