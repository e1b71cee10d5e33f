// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct PageRecordingTests {
  private let secret = UUID()
  private let library: RuckLibrary
  private let start = (Date.now - 7_200).timeIntervalSince1970.rounded() * 1_000

  init() throws { library = RuckLibrary(modelContainer: try RuckMapStore.inMemory()) }

  private func position(_ number: Int, segment: Int = 0, changes: [String: Any] = [:]) -> [String:
    Any]
  {
    let values: [String: Any] = [
      "number": number, "segment": segment, "time": start + Double(number) * 5_000,
      "latitude": 46 + Double(number) * 7 / 111_195, "longitude": 7.0, "accuracy": 6.0,
      "altitude": NSNull(), "speed": 1.4, "heading": NSNull(),
    ]
    return values.merging(changes) { $1 }
  }

  private func body(
    _ numbers: some Sequence<Int>, isFirst: Bool = true, changes: [String: Any] = [:]
  ) -> [String: Any] {
    let values: [String: Any] = [
      "recording": secret.uuidString, "first": isFirst, "name": NSNull(),
      "loads": [["time": start, "packWeight": 15.0, "surface": "dirt_road"] as [String: Any]],
      "pauses": [] as [Any], "points": numbers.map { position($0) }, "end": NSNull(),
    ]
    return values.merging(changes) { $1 }
  }

  private func decode(_ body: [String: Any]) throws -> PageRecording {
    try JSONDecoder().decode(
      PageRecording.self, from: JSONSerialization.data(withJSONObject: body))
  }

  @discardableResult
  private func receive(_ body: [String: Any]) async throws -> PageRecordingReceipt {
    try await library.receive(try decode(body))
  }

  private func end(_ second: Double) -> [String: Any] {
    ["time": start + second * 1_000, "rpe": 7, "notes": "Rain"]
  }

  @Test func `uploads in any order and repeated store each position once`() async throws {
    let parts = [0..<10, 5..<20, 20..<30, 0..<30, 10..<15].shuffled()
    var added = 0
    for part in parts { added += try await receive(body(part)).added }
    #expect(added == 30)
    let receipt = try await receive(body(29..<30, changes: ["end": end(150)]))
    #expect(receipt.isCompleted)
    #expect(receipt.stored == 30)
    let detail = try #require(try await library.ruck(receipt.ruck))
    #expect(detail.track.count == 30)
    #expect(detail.summary.duration == 150)
    #expect(abs(detail.summary.distance - 29 * 7) < 0.5)
    #expect(detail.summary.notes == "Rain")
    // A repeated end changes nothing.
    let repeated = try await receive(body(29..<30, changes: ["end": end(150)]))
    #expect(repeated.added == 0 && repeated.isCompleted)
    #expect(try await library.ruck(receipt.ruck)?.summary == detail.summary)
  }

  @Test func `concurrent uploads of two tabs store each position once`() async throws {
    let library = library
    let uploads = try (0..<8).map { try decode(body(($0 * 5)..<($0 * 5 + 15))) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for upload in uploads {
        for _ in 0..<2 {
          group.addTask {
            let own = RuckLibrary(modelContainer: library.modelContainer)
            _ = try await own.receive(upload)
          }
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(library.modelContainer)
    let points = try context.fetch(
      FetchDescriptor<LocationPoint>(sortBy: [SortDescriptor(\.index)]))
    #expect(points.map(\.index) == Array(0..<50))
    #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 1)
  }

  @Test func `pauses and loads of a page become segments`() async throws {
    let changes: [String: Any] = [
      "loads": [
        ["time": start, "packWeight": 15.0, "surface": "dirt_road"],
        ["time": start + 102_000, "packWeight": 5.0, "surface": "dirt_road"],
      ] as [[String: Any]],
      "pauses": [["start": start + 202_000, "end": start + 298_000]] as [[String: Any]],
      "points": (0...20).map { position($0) } + (21...40).map { position($0, segment: 1) }
        + (60...80).map { position($0, segment: 2) },
      "end": end(400),
    ]
    let receipt = try await receive(body([], changes: changes))
    let context = ModelContext(library.modelContainer)
    let session = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(session.id == receipt.ruck)
    #expect(session.pausedTime == 96)
    #expect(session.movingTime == 100 + 95 + 100)
    let loads = session.segments.filter { $0.kind == .load }.sorted { $0.index < $1.index }
    #expect(loads.count == 2)
    #expect(abs(loads[0].movingTime - 100) < 1e-6)
    #expect(abs(loads[1].movingTime - 195) < 1e-6)
    #expect(loads[0].calories / 100 > loads[1].calories / 195)
  }

  @Test func `a running pause shows, and its end clears it`() async throws {
    let running = ["pauses": [["start": start + 52_000, "end": NSNull()] as [String: Any]]]
    let id = try await receive(body(0...10, changes: running)).ruck
    #expect(try await library.recording(id)?.phase == .paused)
    let ended = ["pauses": [["start": start + 52_000, "end": start + 80_000] as [String: Any]]]
    try await receive(body(0...10, changes: ended))
    let recording = try #require(try await library.recording(id))
    #expect(recording.phase == .recording)
    #expect(recording.pausedTime == 28)
  }

  @Test func `positions that were offline when the ruck was ended elsewhere are kept`() async throws
  {
    let id = try await receive(body(0...20)).ruck
    let summary = try await library.endRecording(
      id, RecordingEnd(date: Date(timeIntervalSince1970: start / 1_000 + 100)))
    #expect(summary.duration == 100)
    let receipt = try await receive(body(21...30))
    #expect(receipt.isCompleted && receipt.added == 10)
    let detail = try #require(try await library.ruck(id))
    #expect(detail.track.count == 31)
    #expect(detail.summary.duration == 150)
    #expect(abs(detail.summary.distance - 210) < 0.5)
  }

  @Test func `positions that arrive after the ruck was joined are all kept`() async throws {
    let id = try await receive(body(0...20)).ruck
    _ = try await library.endRecording(id)
    let later = Date(timeIntervalSince1970: start / 1_000 + 600)
    let other = try await library.startRecording(RecordingOptions(packWeight: 5), at: later).id
    let recorder = try await RuckRecorder.open(library, ruck: other)
    for number in 0...20 {
      let location = CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: 46.1 + Double(number) * 7 / 111_195, longitude: 7), altitude: 0,
        horizontalAccuracy: 5, verticalAccuracy: -1,
        timestamp: later.addingTimeInterval(Double(number) * 5))
      try await recorder.receive(location, at: location.timestamp)
    }
    _ = try await library.endRecording(other)
    let joined = try await library.join([id, other])
    #expect(joined.id == id && joined.points == 42)
    // The phone was offline since its 21st position, and sends an old one again.
    #expect(try await receive(body(20...30, isFirst: false)).added == 10)
    // These have numbers that no position of the joined ruck has.
    #expect(try await receive(body(60...64, isFirst: false)).added == 5)
    let track = try #require(try await library.ruck(id)?.track)
    #expect(track.count == 57)
    let times = track.compactMap(\.timestamp)
    #expect(times == times.sorted())
    let lengths = Dictionary(grouping: track, by: \.segment).mapValues(\.count)
    #expect(lengths.values.reduce(0, +) == 57 && lengths[0] == 21 && lengths.count >= 3)
  }

  @Test func `an upload sets the expected return at the start only`() async throws {
    let expected = start + 9_000_000
    let id = try await receive(body(0...5, changes: ["expectedEnd": expected])).ruck
    #expect(
      try await library.recording(id)?.expectedEnd
        == Date(timeIntervalSince1970: expected / 1_000))
    try await library.expectReturn(of: id, at: nil)
    try await receive(body(6...9, isFirst: false, changes: ["expectedEnd": expected]))
    #expect(try await library.recording(id)?.expectedEnd == nil)
  }

  @Test func `an upload does not bring back a deleted ruck`() async throws {
    let id = try await receive(body(0...5)).ruck
    try await library.discardRecording(id)
    await #expect(throws: RecordingError.deleted(id)) {
      try await receive(body(6...9, isFirst: false))
    }
    #expect(try await library.activeRecordings().isEmpty)
    // The user's decision sends everything as a new ruck.
    #expect(try await receive(body(0...9)).added == 10)
  }

  @Test func `an upload reaches no ruck but that of its secret`() async throws {
    let running = try await library.startRecording(RecordingOptions(packWeight: 1))
    let receipt = try await receive(
      body(0...5, changes: ["recording": running.id.uuidString]))
    #expect(receipt.ruck != running.id)
    #expect(try await library.recording(running.id)?.points == 0)
    // Rucks of devices that were offline stay both.
    #expect(try await library.activeRecordings().count == 2)
  }

  @Test(arguments: [
    "latitude", "longitude", "accuracy", "time", "future", "order", "number", "segment", "weight",
    "loads", "pause", "rpe", "notes", "name", "marks", "return", "many",
  ])
  func `a forged upload stores nothing`(_ kind: String) async throws {
    var changes: [String: Any] = [:]
    func points(_ values: [String: Any]) -> [[String: Any]] {
      [position(0), position(1, changes: values)]
    }
    switch kind {
    case "latitude": changes["points"] = points(["latitude": 200.0])
    case "longitude": changes["points"] = points(["longitude": -181.0])
    case "accuracy": changes["points"] = points(["accuracy": 0.0])
    case "time": changes["points"] = points(["time": 1.0])
    case "future": changes["points"] = points(["time": start + 1e12])
    case "order": changes["points"] = [position(1), position(0)]
    case "number": changes["points"] = points(["number": -1])
    case "segment": changes["points"] = points(["segment": 1_000_000])
    case "weight": changes["loads"] = [["time": start, "packWeight": -3.0] as [String: Any]]
    case "loads": changes["loads"] = [] as [Any]
    case "pause": changes["pauses"] = [["start": start + 9_000, "end": start] as [String: Any]]
    case "rpe": changes["end"] = ["time": start + 90_000, "rpe": 11] as [String: Any]
    case "notes":
      changes["end"] =
        ["time": start, "notes": String(repeating: "x", count: 10_001)] as [String: Any]
    case "return": changes["expectedEnd"] = start + 31 * 86_400_000
    case "name": changes["name"] = String(repeating: "x", count: 201)
    case "marks": changes["name"] = String(repeating: "\u{301}", count: 5_000)
    default: changes["points"] = (0...PageRecording.largestUpload).map { position($0) }
    }
    await #expect(throws: (any Error).self) { try await receive(body([], changes: changes)) }
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 0)
  }

  @Test func `an end before a minute stores nothing`() async throws {
    let id = try await receive(body(0...3)).ruck
    await #expect(throws: RecordingError.tooShort(id)) {
      try await receive(body(4...5, isFirst: false, changes: ["end": end(30)]))
    }
    #expect(try await library.recording(id)?.points == 4)
  }
}
