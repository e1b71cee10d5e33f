// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The locations of a gpsd daemon, by its JSON protocol over TCP.
///
/// ```swift
/// let source = GPSDLocationSource(host: "127.0.0.1", port: 2947)
/// for await event in source.events() {
///   switch event {
///   case .location(let location): print(location)
///   case .unavailable(let error): print(error.localizedDescription)
///   case .authorization: break
///   }
/// }
/// ```
///
/// If the daemon stops or can't be reached, the source reports it once and connects again until it is
/// stopped. Dates that a receiver reports 1,024 weeks off are corrected. Of more than 500 reports in a
/// second, the others are skipped.
public struct GPSDLocationSource: LocationSource {
  /// The port that gpsd listens on by default.
  public static let defaultPort: UInt16 = 2947

  /// The daemon's host name or address.
  public let host: String
  /// The daemon's port.
  public let port: UInt16
  /// The seconds without a fix after which the source reports an unknown location.
  public let silence: TimeInterval
  /// This machine's clock.
  let now: @Sendable () -> Date

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - host: The daemon's host name or address.
  ///   - port: The daemon's port.
  ///   - silence: The seconds without a fix after which the source reports an unknown location.
  ///   - now: This machine's clock, by which dates are corrected.
  public init(
    host: String = "127.0.0.1", port: UInt16 = defaultPort, silence: TimeInterval = 15,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.host = host
    self.port = port
    self.silence = silence
    self.now = now
  }

  /// Connects to the daemon on a thread of its own.
  ///
  /// - Returns: The events; if the reader is slow, the newest 256 are buffered.
  public func events() -> AsyncStream<LocationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LocationEvent.self, bufferingPolicy: .bufferingNewest(256))
    let session = GPSDSession(self) { continuation.yield($0) }
    continuation.onTermination = { _ in session.stop() }
    session.start()
    return stream
  }
}
