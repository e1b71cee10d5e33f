// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension CKFetchRecordZoneChangesOperation {
  /// What is wanted of one zone.
  public final class ZoneConfiguration: NSObject, NSCopying, Sendable {
    private struct Values: Sendable {
      var token: CKServerChangeToken?
      var resultsLimit: Int
      var desiredKeys: [CKRecord.FieldKey]?
    }

    private let state: Mutex<Values>

    /// Everything there is of a zone.
    public override convenience init() { self.init(previousServerChangeToken: nil) }

    /// What is wanted of one zone; nothing said is everything there is.
    public init(
      previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
      desiredKeys: [CKRecord.FieldKey]? = nil
    ) {
      state = Mutex(
        Values(
          token: previousServerChangeToken, resultsLimit: resultsLimit ?? 0,
          desiredKeys: desiredKeys))
    }

    /// What the last operation gave; nil for all records there are.
    public var previousServerChangeToken: CKServerChangeToken? {
      get { state.withLock { $0.token } }
      set { state.withLock { $0.token = newValue } }
    }

    /// The most records in one answer; 0 leaves it to the server.
    public var resultsLimit: Int {
      get { state.withLock { $0.resultsLimit } }
      set { state.withLock { $0.resultsLimit = newValue } }
    }

    /// The fields that are wanted; nil for all.
    public var desiredKeys: [CKRecord.FieldKey]? {
      get { state.withLock { $0.desiredKeys } }
      set { state.withLock { $0.desiredKeys = newValue } }
    }

    /// A configuration of its own.
    public func copy(with zone: NSZone? = nil) -> Any {
      ZoneConfiguration(
        previousServerChangeToken: previousServerChangeToken, resultsLimit: resultsLimit,
        desiredKeys: desiredKeys)
    }
  }
}
