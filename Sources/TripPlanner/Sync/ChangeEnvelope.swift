// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitMirroring
package import Foundation

/// The changed properties of one object in one transaction, with the times of the writes.
///
/// An envelope is made from a `HistoryChange`; the history of the store is the queue of envelopes.
package struct ChangeEnvelope: Sendable, Hashable, Codable, Identifiable {
  /// The kind of a change.
  package enum Kind: String, Sendable, Hashable, Codable {
    /// Properties were written; a tombstone is a written `isDeleted`.
    case update
    /// The object was deleted for good.
    case purge
  }

  /// A UUID of version 5, made of device, transaction and object.
  package var id: UUID
  package var kind: Kind
  /// The name of the entity, such as `Segment`.
  package var entity: String
  package var objectID: UUID
  /// The values of the changed properties as text; a property that is nil has no value.
  package var values: [String: String]
  /// The times of the writes by property, also of cleared ones.
  package var clocks: [String: HybridTimestamp]
  /// The number of the transaction on its device; the token of the queue.
  package var token: Int64

  package init(
    id: UUID, kind: Kind, entity: String, objectID: UUID, values: [String: String],
    clocks: [String: HybridTimestamp], token: Int64
  ) {
    self.id = id
    self.kind = kind
    self.entity = entity
    self.objectID = objectID
    self.values = values
    self.clocks = clocks
    self.token = token
  }
}

/// A value that a merge replaced.
package struct OverwrittenValue: Sendable, Hashable {
  package var entity: String
  package var objectID: UUID
  package var property: String
  /// The replaced value as text; nil for a cleared one.
  package var value: String?
  /// True if this device wrote the replaced value.
  package var isLocal: Bool
  package var written: HybridTimestamp
}
