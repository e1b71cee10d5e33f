// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The storage of the server's data.
///
/// Each call is one transaction with a consistent snapshot; its writes are atomic, and durable once
/// the call returns. Bodies run on the storage's own threads, never on the caller's tasks. They may
/// block, but only on the storage.
///
/// Other processes may use the same storage. A body must not cache data for a later transaction
/// unless the cache key includes the data's version.
package protocol ServerStorage: Sendable {
  /// Runs a read transaction, which does not block writers.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws -> Value
  ) async throws -> Value

  /// Runs a write transaction, which is rolled back if the body throws.
  ///
  /// The body may run more than once; its effects outside of the storage must be idempotent.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageWriter) throws -> Value
  ) async throws -> Value

  /// Truncates the storage's write-ahead log if it is large; true if it was truncated.
  func releaseLog() async throws -> Bool

  /// The secret of a name: random bytes, generated at the first request and stored.
  func secret(_ name: String) async throws -> [UInt8]

  /// Calls `body` soon after each commit with notifications, from any process.
  ///
  /// The argument has the numbers of the users to notify; nil for all users, as in the first call.
  /// Releasing the result ends the watch.
  func watchNotifications(
    _ body: @escaping @Sendable (Set<Int64>?) -> Void
  ) throws -> any NotificationWatch
}

/// The read operations of a transaction.
package typealias StorageReader = ZoneReading & RecordReading & ChangeReading & SchemaReading
  & IndexReading & AssetReading & SubscriptionReading & NotificationReading & QuotaReading
  & MaintenanceReading

/// The read and write operations of a transaction.
package typealias StorageWriter = StorageReader & ZoneWriting & RecordWriting & SchemaWriting
  & IndexWriting & AssetWriting & SubscriptionWriting & NotificationWriting & QuotaWriting
  & MaintenanceWriting
