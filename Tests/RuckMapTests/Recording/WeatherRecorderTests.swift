// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import SwiftData
import Testing

/// Concurrent, failed, cancelled and repeated requests for the weather of a ruck.
@Suite(.timeLimit(.minutes(15))) struct WeatherRecorderTests {
  private let place = CLLocationCoordinate2D(latitude: 46, longitude: 7)
  private let service = GatedWeather()
  private let clock = TestClock()

  private func recorder(_ library: RuckLibrary) -> WeatherRecorder {
    let clock = clock
    return WeatherRecorder(library: library, source: service) { clock.now }
  }

  private func weather(_ ruck: RecordedRuck) throws -> [Double] {
    try ModelContext(ruck.library.modelContainer).fetch(FetchDescriptor<WeatherData>())
      .map(\.temperature)
  }

  @Test func `concurrent calls send one request`() async throws {
    let ruck = try await RecordedRuck()
    let recorder = recorder(ruck.library)
    await service.close()
    let calls = (0..<8).map { _ in
      Task { try await recorder.record(for: ruck.id, at: place) }
    }
    try await wait { await service.waiting == 1 ? true : nil }
    await service.open()
    for call in calls { try await call.value }
    #expect(await service.requests == 1)
    #expect(try weather(ruck) == [1])
    try await recorder.record(for: ruck.id, at: place)
    #expect(await service.requests == 1)
  }

  @Test func `two rucks have a request each, also at once`() async throws {
    let (first, second) = (try await RecordedRuck(), try await RecordedRuck())
    await service.close()
    let calls = [first, second].map { ruck in
      let recorder = recorder(ruck.library)
      return Task { try await recorder.record(for: ruck.id, at: place) }
    }
    try await wait { await service.waiting == 2 ? true : nil }
    await service.open()
    for call in calls { try await call.value }
    #expect(try weather(first).count == 1)
    #expect(try weather(second).count == 1)
  }

  @Test func `a failed service is asked again after a minute, then after two`() async throws {
    let ruck = try await RecordedRuck()
    let recorder = recorder(ruck.library)
    await service.fail(2)
    await #expect(throws: URLError.self) { try await recorder.record(for: ruck.id, at: place) }
    clock.advance(59)
    try await recorder.record(for: ruck.id, at: place)
    #expect(await service.requests == 1)
    clock.advance(1)
    await #expect(throws: URLError.self) { try await recorder.record(for: ruck.id, at: place) }
    clock.advance(119)
    try await recorder.record(for: ruck.id, at: place)
    #expect(await service.requests == 2)
    #expect(try weather(ruck) == [])
    clock.advance(1)
    try await recorder.record(for: ruck.id, at: place)
    #expect(await service.requests == 3)
    #expect(try weather(ruck) == [3])
  }

  @Test func `a clock that was set back asks at once`() async throws {
    let ruck = try await RecordedRuck()
    let recorder = recorder(ruck.library)
    await service.fail(1)
    await #expect(throws: URLError.self) { try await recorder.record(for: ruck.id, at: place) }
    clock.advance(-86_400)
    try await recorder.record(for: ruck.id, at: place)
    #expect(try weather(ruck) == [2])
  }

  @Test func `a cancelled call stores nothing, and the next one asks at once`() async throws {
    let ruck = try await RecordedRuck()
    let recorder = recorder(ruck.library)
    await service.close()
    let call = Task { try await recorder.record(for: ruck.id, at: place) }
    try await wait { await service.waiting == 1 ? true : nil }
    call.cancel()
    await service.open()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(try weather(ruck) == [])
    try await recorder.record(for: ruck.id, at: place)
    #expect(try weather(ruck) == [2])
  }

  @Test func `a restarted recording keeps the weather of the start`() async throws {
    let ruck = try await RecordedRuck()
    try await recorder(ruck.library).record(for: ruck.id, at: place)
    try await recorder(ruck.library).record(for: ruck.id, at: place)
    #expect(await service.requests == 1)
    #expect(try weather(ruck) == [1])
  }

  @Test func `a ruck that was deleted meanwhile is an error`() async throws {
    let ruck = try await RecordedRuck()
    let recorder = recorder(ruck.library)
    await service.close()
    let call = Task { try await recorder.record(for: ruck.id, at: place) }
    try await wait { await service.waiting == 1 ? true : nil }
    try await ruck.library.discardRecording(ruck.id)
    await service.open()
    await #expect(throws: RuckLibraryError.self) { try await call.value }
    #expect(try weather(ruck) == [])
  }
}

/// A weather service that answers when a test permits it, with the number of the request.
private actor GatedWeather: WeatherSource {
  private(set) var requests = 0
  private var failures = 0
  private var isOpen = true
  private var gates: [CheckedContinuation<Void, Never>] = []

  var waiting: Int { gates.count }
  func fail(_ count: Int) { failures = count }
  func close() { isOpen = false }

  func open() {
    isOpen = true
    for gate in gates { gate.resume() }
    gates = []
  }

  func weather(at coordinate: CLLocationCoordinate2D) async throws -> WeatherObservation {
    requests += 1
    let number = requests
    if !isOpen { await withCheckedContinuation { gates.append($0) } }
    try Task.checkCancellation()
    if failures > 0 {
      failures -= 1
      throw URLError(.notConnectedToInternet)
    }
    return WeatherObservation(
      timestamp: Walk.start, condition: "Clear", temperature: Double(number), humidity: 50)
  }
}
