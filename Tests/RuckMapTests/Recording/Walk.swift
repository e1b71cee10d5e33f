// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap

/// A walk to the north at 1.4 m/s, as locations of a receiver.
struct Walk {
  /// The start; in the past, as the times of a recording are.
  static let start = Date(
    timeIntervalSinceReferenceDate: (Date.now - 7_200).timeIntervalSinceReferenceDate.rounded())
  static let speed = 1.4
  /// Metres in a degree of latitude on the sphere of ``CLLocation/distance(from:)``.
  static let degree = 6_371_008.8 * Double.pi / 180

  /// The location at a second of the walk.
  static func location(
    _ second: Double, metres: Double? = nil, accuracy: Double = 5, altitude: Double = 500
  ) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(
        latitude: 46 + (metres ?? second * speed) / degree, longitude: 7),
      altitude: altitude, horizontalAccuracy: accuracy, verticalAccuracy: 8, course: 0,
      speed: speed, timestamp: start + second)
  }

  /// The time of this machine's clock at a second of the walk.
  static func now(_ second: Double) -> Date { start + second }
}

/// A library in memory with a running ruck and its recorder.
struct RecordedRuck {
  let library: RuckLibrary
  let id: UUID
  let recorder: RuckRecorder

  init(_ options: RecordingOptions = RecordingOptions(packWeight: 15)) async throws {
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    id = try await library.startRecording(options, at: Walk.start).id
    recorder = try await RuckRecorder.open(library, ruck: id)
  }

  /// Records each second of a part of the walk.
  func walk(_ seconds: ClosedRange<Int>, from metres: Double? = nil) async throws {
    for second in seconds {
      let done = metres.map { $0 + Double(second - seconds.lowerBound) * Walk.speed }
      try await recorder.receive(
        Walk.location(Double(second), metres: done), at: Walk.now(Double(second)))
    }
  }

  /// Ends the ruck at a second.
  func end(_ second: Double) async throws -> RuckDetail {
    _ = try await recorder.end(RecordingEnd(date: Walk.now(second)), now: Walk.now(second))
    guard let detail = try await library.ruck(id) else { throw CancellationError() }
    return detail
  }
}
