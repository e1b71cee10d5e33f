// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension CKOperation {
  /// The request configuration of operations.
  ///
  /// ```swift
  /// let quick = CKOperation.Configuration()
  /// quick.timeoutIntervalForRequest = 20
  /// operation.configuration = quick
  /// operation.configuration.timeoutIntervalForResource = 60
  /// ```
  ///
  /// Operations, groups and ``CKDatabase/configuredWith(configuration:group:body:)`` copy it. An
  /// unset value is inherited from the operation's group, then from its database, then from the
  /// default.
  public final class Configuration: NSObject, NSCopying, Sendable {
    /// The values that are set; nil for unset ones.
    struct Values: Sendable {
      var container: CKContainer?
      var qualityOfService: QualityOfService?
      var allowsCellularAccess: Bool?
      var isLongLived: Bool?
      var request: TimeInterval?
      var resource: TimeInterval?

      init() {}

      /// The values of a configuration, with a group's values as defaults.
      init(_ configuration: Configuration?, _ group: CKOperationGroup?) {
        self = configuration?.values ?? Values()
        if let group { self = over(group.defaultConfiguration.values) }
      }

      /// The timeouts of requests.
      var timeouts: RequestTimeouts {
        var timeouts = RequestTimeouts()
        if let request { timeouts.request = request }
        if let resource { timeouts.resource = resource }
        return timeouts
      }

      /// Returns these values with `others` as defaults.
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

    /// A configuration without values.
    public override init() { state = Mutex(Values()) }

    init(_ values: Values) { state = Mutex(values) }

    /// The current values.
    var values: Values { state.withLock { $0 } }

    /// The container; nil for the container that runs the operation.
    public var container: CKContainer? {
      get { values.container }
      set { state.withLock { $0.container = newValue } }
    }

    /// The priority of the requests.
    public var qualityOfService: QualityOfService {
      get { values.qualityOfService ?? .default }
      set { state.withLock { $0.qualityOfService = newValue } }
    }

    /// Whether cellular networks may be used; has no effect on Linux.
    public var allowsCellularAccess: Bool {
      get { values.allowsCellularAccess ?? true }
      set { state.withLock { $0.allowsCellularAccess = newValue } }
    }

    /// Whether the operation outlives the program; on Linux operations end with the program.
    public var isLongLived: Bool {
      get { values.isLongLived ?? false }
      set { state.withLock { $0.isLongLived = newValue } }
    }

    /// The seconds to wait for a response; 60 by default.
    public var timeoutIntervalForRequest: TimeInterval {
      get { values.timeouts.request }
      set { state.withLock { $0.request = newValue } }
    }

    /// The seconds for a file transfer including retries, and for the retries of a request; a week
    /// by default.
    public var timeoutIntervalForResource: TimeInterval {
      get { values.timeouts.resource }
      set { state.withLock { $0.resource = newValue } }
    }

    /// Returns an independent copy.
    public func copy(with zone: NSZone? = nil) -> Any { Configuration(values) }
  }
}
