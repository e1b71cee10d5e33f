// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Rowing
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn row record --device`, with a service of BlueZ's interfaces on a private message bus.
@Suite(.timeLimit(.minutes(5)))
struct RecordDeviceTests {
  private struct Detail: Decodable {
    struct Stroke: Decodable {
      let number: Int
      let gap: Bool
    }

    let is_complete: Bool
    let distance_m: Double
    let strokes: [Stroke]
  }

  /// The numbers of the strokes that notifications report.
  private func strokes(_ frames: some Sequence<PM5Frame>) -> Set<Int> {
    Set(
      frames.compactMap { frame -> Int? in
        guard frame.characteristic == PM5Characteristic.stroke.rawValue else { return nil }
        let message = try? PM5Message(
          characteristic: frame.characteristic, bytes: frame.bytes)
        return message?[.strokeCount].map { Int($0) }
      })
  }

  @Test func `a monitor is recorded until an interruption, also after a lost connection`()
    async throws
  {
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 11))
    let frames = simulator.frames
    // For 15 seconds nothing arrives.
    let loss = try #require(frames.firstIndex { $0.time >= 40 })
    let end = try #require(frames.firstIndex { $0.time >= 55 })
    let expected = strokes(frames[..<loss] + frames[end...])
    try #require(expected.count < strokes(frames).count - 2)
    let options = BluetoothService.Options(
      isKnown: false, frames: frames, lossAfter: loss, missing: end - loss)
    try await withBluetoothService(options) { bus, service in
      let workspace = try Workspace()
      let recording = try workspace.startShell(
        """
        DBUS_SYSTEM_BUS_ADDRESS="$1" exec "$cairn" row record --device 430123456 --json
        """, [bus.address])
      let stored = try await wait(for: {
        try #require(!recording.hasEnded, "the command ended early")
        let list = try await workspace.cairn("row", "list", "--json").json([SessionJSON].self)
        return list.first { $0.is_complete }
      })
      recording.send(SIGINT)
      let result = try await recording.result()
      #expect(result.status == 0 && !result.wasKilled, "\(result)")
      #expect(try result.json([SessionJSON].self).map(\.id) == [stored.id])
      #expect(result.error.contains("recording PM5 430123456"), "\(result.error)")
      #expect(result.error.contains("the connection to the monitor is lost"), "\(result.error)")

      let session = try await workspace.cairn("row", "show", stored.id, "--json").json(Detail.self)
      #expect(session.is_complete && session.distance_m == 500)
      #expect(session.strokes.count == expected.count)
      #expect(session.strokes.map(\.number) == Array(1...expected.count))
      // Lost strokes are marked as one gap, and never filled.
      #expect(session.strokes.count(where: \.gap) == 1)
      let members = service.calls.map { $0.split(separator: " ")[0] }
      #expect(members.count { $0 == "Connect" } == 2)
      #expect(members.count { $0 == "Disconnect" } == 1)
      #expect(members.contains("StartDiscovery"))
    }
  }

  @Test func `without BlueZ the command names the package`() async throws {
    let bus = try MessageBus()
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      ["row", "record", "--device", "1"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    #expect(result.status == 1 && result.output == "", "\(result)")
    #expect(result.error.contains("Install the package bluez"), "\(result.error)")
    withExtendedLifetime(bus) {}
  }
}
