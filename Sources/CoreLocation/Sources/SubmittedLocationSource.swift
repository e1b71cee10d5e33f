// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The locations that another part of the program submits, such as a page of a phone.
///
/// ```swift
/// let source = SubmittedLocationSource()
/// let manager = CLLocationManager(source: source)
/// manager.startUpdatingLocation()
/// source.submit(CLLocation(latitude: 46.948, longitude: 7.447))
/// ```
///
/// A reader that is slower than the submissions receives the newest 1,000 events.
public final class SubmittedLocationSource: LocationSource, @unchecked Sendable {
  // Unchecked because `lock` protects the mutable state.

  private static let capacity = 1_000

  private let lock = NSLock()
  private var status: CLAuthorizationStatus
  private var next = 0
  private var readers: [Int: AsyncStream<LocationEvent>.Continuation] = [:]

  /// Creates a source.
  ///
  /// - Parameter authorizationStatus: The permission until ``setAuthorization(_:)`` is called.
  public init(authorizationStatus: CLAuthorizationStatus = .notDetermined) {
    status = authorizationStatus
  }

  deinit { for reader in readers.values { reader.finish() } }

  /// The permission that the submitter has reported.
  public var authorizationStatus: CLAuthorizationStatus { lock.withLock { status } }

  /// Submits a location; it counts as a permission if none was reported.
  public func submit(_ location: CLLocation) {
    if authorizationStatus == .notDetermined { setAuthorization(.authorizedWhenInUse) }
    send(.location(location))
  }

  /// Submits a failure.
  public func submit(_ error: CLError) { send(.unavailable(error)) }

  /// Reports the permission.
  public func setAuthorization(_ status: CLAuthorizationStatus) {
    lock.withLock { self.status = status }
    send(.authorization(status))
  }

  /// Ends the sequences of all readers.
  public func finish() {
    let ended = lock.withLock {
      defer { readers = [:] }
      return Array(readers.values)
    }
    for reader in ended { reader.finish() }
  }

  /// The events from now on.
  public func events() -> AsyncStream<LocationEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LocationEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    let number = lock.withLock {
      next += 1
      readers[next] = continuation
      return next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  private func remove(_ number: Int) { lock.withLock { readers[number] = nil } }

  private func send(_ event: LocationEvent) {
    for reader in lock.withLock({ Array(readers.values) }) { reader.yield(event) }
  }
}
