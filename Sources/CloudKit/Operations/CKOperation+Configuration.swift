// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension CKOperation {
  /// How requests of an operation are made.
  ///
  /// ```swift
  /// let quick = CKOperation.Configuration()
  /// quick.timeoutIntervalForRequest = 20
  /// operation.configuration = quick
  /// operation.configuration.timeoutIntervalForResource = 60
  /// ```
  ///
  /// Operations, groups and ``CKDatabase/configuredWith(configuration:group:body:)`` take copies. What is not set is
  /// what the operation's group says, then what its database does, then the default.
  public final class Configuration: NSObject, NSCopying, Sendable {
    /// What is set; nil where nothing is.
    struct Values: Sendable {
      var container: CKContainer?
      var qualityOfService: QualityOfService?
      var allowsCellularAccess: Bool?
      var isLongLived: Bool?
      var request: TimeInterval?
      var resource: TimeInterval?

      init() {}

      /// What a configuration and a group say.
      init(_ configuration: Configuration?, _ group: CKOperationGroup?) {
        self = configuration?.values ?? Values()
        if let group { self = over(group.defaultConfiguration.values) }
      }

      /// How long requests may take.
      var timeouts: RequestTimeouts {
        var timeouts = RequestTimeouts()
        if let request { timeouts.request = request }
        if let resource { timeouts.resource = resource }
        return timeouts
      }

      /// These, and what others say where these say nothing.
      func over(_ others: Values) -> Values {
        var all = others
        if let container { all.container = container }
        if let qualityOfService { all.qualityOfService = qualityOfService }
        if let allowsCellularAccess { all.allowsCellularAccess = allowsCellularAccess }
        if let isLongLived { all.isLongLived = isLongLived }
        if let request { all.request = request }
        if let resource { all.resource = resource }
        return all
      }
    }

    private let state: Mutex<Values>

    /// The configuration of an operation for which nothing is said.
    public override init() { state = Mutex(Values()) }

    init(_ values: Values) { state = Mutex(values) }

    /// What is set by now.
    var values: Values { state.withLock { $0 } }

    /// The container to be asked; nil for the one that the operation is added to.
    public var container: CKContainer? {
      get { values.container }
      set { state.withLock { $0.container = newValue } }
    }

    /// How urgent it is.
    public var qualityOfService: QualityOfService {
      get { values.qualityOfService ?? .default }
      set { state.withLock { $0.qualityOfService = newValue } }
    }

    /// Whether it may use a network that is paid for by the byte; there is no way to tell on Linux.
    public var allowsCellularAccess: Bool {
      get { values.allowsCellularAccess ?? true }
      set { state.withLock { $0.allowsCellularAccess = newValue } }
    }

    /// Whether it is to go on when the program ends; operations end with the program on Linux.
    public var isLongLived: Bool {
      get { values.isLongLived ?? false }
      set { state.withLock { $0.isLongLived = newValue } }
    }

    /// How many seconds may pass without an answer; 60 if nothing is set.
    public var timeoutIntervalForRequest: TimeInterval {
      get { values.timeouts.request }
      set { state.withLock { $0.request = newValue } }
    }

    /// How many seconds a file may take, and a request that fails is tried again; a week if nothing is set.
    public var timeoutIntervalForResource: TimeInterval {
      get { values.timeouts.resource }
      set { state.withLock { $0.resource = newValue } }
    }

    /// A configuration of its own.
    public func copy(with zone: NSZone? = nil) -> Any { Configuration(values) }
  }
}
