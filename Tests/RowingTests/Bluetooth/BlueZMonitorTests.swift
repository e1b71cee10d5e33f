// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// Recording over BlueZ's interfaces, with a service on a private message bus.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct BlueZMonitorTests {
  private func simulator(_ text: String = "100m", seed: UInt64 = 3) throws -> PM5Simulator {
    PM5Simulator(plan: try WorkoutPlan(text: text), options: SimulatorOptions(seed: seed))
  }

  @Test func `a monitor's notifications arrive in order, and its workout is recorded`()
    async throws
  {
    let simulator = try simulator()
    let folder = try TemporaryFolder()
    let container = try RowingStore.container(directory: folder.url)
    try await withBluetoothService(.init(frames: simulator.frames)) { bus, service in
      let monitor = try BlueZMonitor(
        named: "430123456", on: DBusConnection(address: bus.address))
      #expect(monitor.name == "PM5 430123456" && monitor.serial == "430123456")
      let recorder = LiveRecorder(
        modelContainer: container,
        options: .init(deviceID: monitor.serial, start: monitor.startDate))
      for frame in simulator.frames {
        let received = try #require(try monitor.next(timeout: .seconds(10)))
        #expect(received.characteristic == frame.characteristic && received.bytes == frame.bytes)
        // The simulated time, since all notifications are sent at once.
        try await recorder.receive(frame)
      }
      #expect(try monitor.next(timeout: .milliseconds(1)) == nil)
      try await recorder.finish()
      monitor.disconnect()
      #expect(service.calls.contains { $0.hasPrefix("Disconnect ") })
      #expect(service.calls.contains { $0.hasPrefix("Set /org/bluez/hci0") })
    }
    let session = try #require(
      try await RowingLibrary(modelContainer: container).sessions(SessionQuery()).sessions.first)
    #expect(session.isComplete && session.distance == 100)
    #expect(session.recordedStrokes == simulator.strokes.count)
  }

  @Test func `an unknown monitor is searched for`() async throws {
    try await withBluetoothService(.init(isKnown: false)) { bus, service in
      let monitor = try BlueZMonitor(named: "", on: DBusConnection(address: bus.address))
      #expect(monitor.isConnected)
      let members = service.calls.map { $0.split(separator: " ")[0] }
      #expect(members.contains("StartDiscovery") && members.contains("StopDiscovery"))
    }
  }

  @Test func `a lost connection is noticed, and the monitor is connected to again`() async throws {
    let frames = try simulator().frames
    try await withBluetoothService(.init(frames: frames, lossAfter: 40)) { bus, _ in
      let monitor = try BlueZMonitor(named: "PM5", on: DBusConnection(address: bus.address))
      var count = 0
      while try monitor.next(timeout: .seconds(10)) != nil { count += 1 }
      #expect(count == 40 && !monitor.isConnected)
      try monitor.reconnect()
      while count < frames.count - 1, try monitor.next(timeout: .seconds(10)) != nil { count += 1 }
      #expect(count == frames.count - 1)
    }
  }

  @Test func `each reason without a monitor has a remedy`() async throws {
    let bus = try MessageBus()
    func error(_ name: String) -> BluetoothError? {
      #expect(throws: BluetoothError.self) {
        try BlueZMonitor(
          named: name, on: DBusConnection(address: bus.address),
          timeouts: .init(search: .milliseconds(200)))
      }
    }
    #expect(error("1") == .noService)
    for (options, expected) in [
      (BluetoothService.Options(hasAdapter: false), BluetoothError.noAdapter),
      (.init(), .noMonitor("999")), (.init(hasServices: false), .noNotifications("PM5 430123456")),
    ] {
      try await withBluetoothService(options) { bus, _ in
        let name = expected == .noMonitor("999") ? "999" : "PM5"
        let found = #expect(throws: BluetoothError.self) {
          try BlueZMonitor(
            named: name, on: DBusConnection(address: bus.address),
            timeouts: .init(search: .milliseconds(200)))
        }
        #expect(found == expected)
      }
    }
    #expect(throws: DBusError.self) { try DBusConnection(address: "unix:path=/nowhere/bus") }
    #expect(throws: DBusError.self) { try DBusConnection(address: "tcp:host=localhost") }
  }
}
