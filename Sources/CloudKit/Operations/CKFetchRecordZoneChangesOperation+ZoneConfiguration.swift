// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension CKFetchRecordZoneChangesOperation {
  /// The fetch configuration of a zone.
  public final class ZoneConfiguration: NSObject, NSCopying, Sendable {
    private struct Values: Sendable {
      var token: CKServerChangeToken?
      var resultsLimit: Int
      var desiredKeys: [CKRecord.FieldKey]?
    }

    private let state: Mutex<Values>

    /// A configuration that fetches all records with all fields.
    public override convenience init() { self.init(previousServerChangeToken: nil) }

    /// A configuration; without arguments it fetches all records with all fields.
    public init(
      previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
      desiredKeys: [CKRecord.FieldKey]? = nil
    ) {
      state = Mutex(
        Values(
          token: previousServerChangeToken, resultsLimit: resultsLimit ?? 0,
          desiredKeys: desiredKeys))
    }

    /// The token of the last operation; nil for all records.
    public var previousServerChangeToken: CKServerChangeToken? {
      get { state.withLock { $0.token } }
      set { state.withLock { $0.token = newValue } }
    }

    /// The maximum number of records in one response; 0 for the server's limit.
    public var resultsLimit: Int {
      get { state.withLock { $0.resultsLimit } }
      set { state.withLock { $0.resultsLimit = newValue } }
    }

    /// The fields to fetch; nil for all.
    public var desiredKeys: [CKRecord.FieldKey]? {
      get { state.withLock { $0.desiredKeys } }
      set { state.withLock { $0.desiredKeys = newValue } }
    }

    /// Returns an independent copy.
    public func copy(with zone: NSZone? = nil) -> Any {
      ZoneConfiguration(
        previousServerChangeToken: previousServerChangeToken, resultsLimit: resultsLimit,
        desiredKeys: desiredKeys)
    }
  }
}
