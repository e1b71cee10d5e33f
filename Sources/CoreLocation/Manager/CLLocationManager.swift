// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Delivers the locations of a source to a delegate.
///
/// ```swift
/// let manager = CLLocationManager(source: GPSDLocationSource())
/// manager.distanceFilter = 10
/// manager.startUpdatingLocation()
/// ```
///
/// Locations come from a ``LocationSource``: by default from the gpsd daemon of this machine. The
/// delegate is called on the main actor, whichever thread created the manager. Settings about
/// background use and activity are stored and have no effect: Linux doesn't suspend programs.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // Unchecked because the class is open and its delegate isn't sendable. All state is protected by
  // `lock`, and the delegate is called on the main actor only.

  /// The settings and the state, protected by `lock`.
  private struct State {
    weak var delegate: (any CLLocationManagerDelegate)?
    var desiredAccuracy = kCLLocationAccuracyBest
    var distanceFilter = kCLDistanceFilterNone
    var activityType = CLActivityType.other
    var pausesAutomatically = true
    var allowsBackground = false
    var showsIndicator = false
    var location: CLLocation?
    /// The last location that passed the distance filter.
    var delivered: CLLocation?
    var status: CLAuthorizationStatus
    var updates: Task<Void, Never>?
    /// Increases with each start and stop, so that late events of a stopped source are ignored.
    var generation = 0
    var isSingleRequest = false
  }

  /// The seconds that ``requestLocation()`` waits.
  public static let requestTimeout: TimeInterval = 10

  private let source: any LocationSource
  private let lock = NSLock()
  private var state: State

  private static let defaultLock = NSLock()
  // Unsafe because the compiler can't know that `defaultLock` protects it.
  nonisolated(unsafe) private static var defaultSourceStorage: any LocationSource =
    GPSDLocationSource()

  /// The source of managers that are created without one; the gpsd daemon of this machine at first.
  public static var defaultSource: any LocationSource {
    get { defaultLock.withLock { defaultSourceStorage } }
    set { defaultLock.withLock { defaultSourceStorage = newValue } }
  }

  /// Creates a manager of the default source.
  public override convenience init() { self.init(source: Self.defaultSource) }

  /// Creates a manager of a source.
  ///
  /// - Parameter source: The source of the locations.
  public init(source: any LocationSource) {
    self.source = source
    state = State(status: source.authorizationStatus)
    super.init()
  }

  deinit { state.updates?.cancel() }

  /// True: each machine can have a source of locations.
  open class func locationServicesEnabled() -> Bool { true }

  // MARK: Settings

  /// The receiver of events, not retained; it is told the permission when it is set.
  open var delegate: (any CLLocationManagerDelegate)? {
    get { lock.withLock { state.delegate } }
    set {
      lock.withLock { state.delegate = newValue }
      guard newValue != nil else { return }
      Task { await self.deliverAuthorization() }
    }
  }

  /// The desired accuracy in metres; sources deliver the best accuracy that they have.
  open var desiredAccuracy: CLLocationAccuracy {
    get { lock.withLock { state.desiredAccuracy } }
    set { lock.withLock { state.desiredAccuracy = newValue } }
  }

  /// The metres between two delivered locations; ``kCLDistanceFilterNone`` for all locations.
  open var distanceFilter: CLLocationDistance {
    get { lock.withLock { state.distanceFilter } }
    set { lock.withLock { state.distanceFilter = newValue } }
  }

  /// The activity for which locations are used.
  open var activityType: CLActivityType {
    get { lock.withLock { state.activityType } }
    set { lock.withLock { state.activityType = newValue } }
  }

  /// Whether a system may pause updates to save energy; without effect.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { lock.withLock { state.pausesAutomatically } }
    set { lock.withLock { state.pausesAutomatically = newValue } }
  }

  /// Whether updates continue in the background; without effect.
  open var allowsBackgroundLocationUpdates: Bool {
    get { lock.withLock { state.allowsBackground } }
    set { lock.withLock { state.allowsBackground = newValue } }
  }

  /// Whether a system shows that locations are used in the background; without effect.
  open var showsBackgroundLocationIndicator: Bool {
    get { lock.withLock { state.showsIndicator } }
    set { lock.withLock { state.showsIndicator = newValue } }
  }

  /// The latest location; nil before the first one.
  open var location: CLLocation? { lock.withLock { state.location } }

  // MARK: Permission

  /// The permission that the source grants.
  open var authorizationStatus: CLAuthorizationStatus { lock.withLock { state.status } }

  /// The precision that the source grants: always full.
  open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

  /// Asks the source for the permission to use locations while the program is in use.
  open func requestWhenInUseAuthorization() { requestAuthorization() }

  /// Asks the source for the permission to use locations at any time.
  open func requestAlwaysAuthorization() { requestAuthorization() }

  private func requestAuthorization() {
    Task {
      let status = await source.requestAuthorization()
      lock.withLock { state.status = status }
      await self.deliverAuthorization()
    }
  }

  @MainActor private func deliverAuthorization() {
    guard let delegate else { return }
    delegate.locationManager(self, didChangeAuthorization: authorizationStatus)
    delegate.locationManagerDidChangeAuthorization(self)
  }

  // MARK: Updates

  /// Starts to deliver locations; without effect while locations are delivered.
  open func startUpdatingLocation() { start(isSingleRequest: false) }

  /// Stops delivering locations.
  open func stopUpdatingLocation() {
    lock.withLock {
      state.updates?.cancel()
      state.updates = nil
      state.generation += 1
      state.isSingleRequest = false
    }
  }

  /// Delivers one location, or an error after ``requestTimeout``.
  open func requestLocation() {
    start(isSingleRequest: true)
    let generation = lock.withLock { state.generation }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.requestTimeout))
      await self?.expireRequest(generation)
    }
  }

  private func start(isSingleRequest: Bool) {
    lock.withLock {
      guard state.updates == nil else { return }
      state.generation += 1
      state.isSingleRequest = isSingleRequest
      state.delivered = nil
      let generation = state.generation
      let events = source.events()
      state.updates = Task { [weak self] in
        for await event in events { await self?.receive(event, generation) }
        await self?.end(generation)
      }
    }
  }

  private func isCurrent(_ generation: Int) -> Bool {
    lock.withLock { state.updates != nil && state.generation == generation }
  }

  @MainActor private func receive(_ event: LocationEvent, _ generation: Int) {
    guard isCurrent(generation) else { return }
    switch event {
    case .location(let location): receive(location)
    case .unavailable(let error):
      delegate?.locationManager(self, didFailWithError: error)
      if error.code == .denied { stopUpdatingLocation() }
    case .authorization(let status):
      lock.withLock { state.status = status }
      deliverAuthorization()
    }
  }

  @MainActor private func receive(_ location: CLLocation) {
    let isDelivered = lock.withLock {
      state.location = location
      if let last = state.delivered, state.distanceFilter > 0,
        location.distance(from: last) < state.distanceFilter
      {
        return false
      }
      state.delivered = location
      return true
    }
    guard isDelivered else { return }
    let isSingleRequest = lock.withLock { state.isSingleRequest }
    if isSingleRequest { stopUpdatingLocation() }
    delegate?.locationManager(self, didUpdateLocations: [location])
  }

  @MainActor private func end(_ generation: Int) {
    guard isCurrent(generation) else { return }
    stopUpdatingLocation()
    delegate?.locationManagerDidPauseLocationUpdates(self)
  }

  @MainActor private func expireRequest(_ generation: Int) {
    guard isCurrent(generation), lock.withLock({ state.isSingleRequest }) else { return }
    stopUpdatingLocation()
    delegate?.locationManager(self, didFailWithError: CLError(.locationUnknown))
  }
}
