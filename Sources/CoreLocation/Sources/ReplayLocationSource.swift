// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The locations of a recording, delivered at a multiple of their recorded pace.
///
/// The locations keep their recorded times. A time before the previous one is delivered at once.
public struct ReplayLocationSource: LocationSource {
  /// The locations in the order of recording.
  public let locations: [CLLocation]
  /// The multiple of the recorded pace: 1 for real time, infinity for no delay.
  public let speed: Double

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - locations: The locations in the order of recording.
  ///   - speed: The multiple of the recorded pace, above 0; other values count as infinity.
  public init(_ locations: [CLLocation], speed: Double = 1) {
    self.locations = locations
    self.speed = speed > 0 ? speed : .infinity
  }

  /// Starts the replay; the sequence ends after the last location.
  ///
  /// The replay waits for its reader, so that no location is lost.
  public func events() -> AsyncStream<LocationEvent> {
    let replay = Replay(self)
    return AsyncStream { await replay.next() }
  }

  private actor Replay {
    private let source: ReplayLocationSource
    private let clock = ContinuousClock()
    private var start: ContinuousClock.Instant?
    private var index = 0

    init(_ source: ReplayLocationSource) { self.source = source }

    func next() async -> LocationEvent? {
      guard index < source.locations.count, !Task.isCancelled else { return nil }
      let location = source.locations[index]
      index += 1
      let start = self.start ?? clock.now
      self.start = start
      if source.speed.isFinite {
        let elapsed = location.timestamp.timeIntervalSince(source.locations[0].timestamp)
        // A century, beyond which a duration overflows.
        let delay = min(max(0, elapsed / source.speed), 3e9)
        do {
          try await clock.sleep(until: start.advanced(by: .seconds(delay)))
        } catch {
          return nil
        }
      }
      return .location(location)
    }
  }
}
