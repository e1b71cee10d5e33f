// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A subscription as the storage has it.
package struct StoredSubscription: Sendable, Hashable {
  /// The storage's number of the subscription, never used twice; 0 for one that is not stored yet.
  package var number: Int64
  package var database: Int64
  /// The storage's number of the user whose devices are told.
  package var subscriber: Int64
  /// What the client calls it.
  package var id: String
  /// The zone that it is about; 0 for all zones.
  package var zone: Int64
  /// The schema's number of the type that its query is about; 0 without a query.
  package var recordType: Int64
  /// The JSON of the subscription as the client gets it back.
  package var body: [UInt8]

  package init(
    number: Int64 = 0, database: Int64, subscriber: Int64, id: String, zone: Int64 = 0,
    recordType: Int64 = 0, body: [UInt8]
  ) {
    self.number = number
    self.database = database
    self.subscriber = subscriber
    self.id = id
    self.zone = zone
    self.recordType = recordType
    self.body = body
  }
}
