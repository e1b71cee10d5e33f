// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where the server keeps its data.
///
/// Each call is one transaction: it sees one state of everything, and what it writes is there as a whole
/// once the call returns, or not at all. The bodies run on threads of the storage's own, never on those of
/// the caller's tasks, so they may take their time; they never wait for anything but the storage.
///
/// Nothing that a body learns may be kept for a later transaction unless what it kept names its version:
/// other processes may use the same storage.
package protocol ServerStorage: Sendable {
  /// Reads; a body that is running holds up no writer.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws -> Value
  ) async throws -> Value

  /// Writes; if the body throws, nothing of it is there.
  ///
  /// The body may run more than once: what it does outside of the storage has to bear that.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageWriter) throws -> Value
  ) async throws -> Value

  /// Gives back what the storage keeps beside for its own use, if that has become large; true if so.
  func releaseLog() async throws -> Bool

  /// Random bytes that were made when the name was first asked for, and are the same ever after.
  func secret(_ name: String) async throws -> [UInt8]

  /// Calls back soon after each commit that has notifications, by whichever process, with the numbers of
  /// the users whose devices are to be told; nil if all should look.
  ///
  /// The first call is with nil. It ends when the result goes.
  func watchNotifications(
    _ body: @escaping @Sendable (Set<Int64>?) -> Void
  ) throws -> any NotificationWatch
}

/// What a transaction can read.
package typealias StorageReader = ZoneReading & RecordReading & ChangeReading & SchemaReading
  & IndexReading & AssetReading & SubscriptionReading & NotificationReading & QuotaReading
  & UpkeepReading

/// What a transaction can read and write.
package typealias StorageWriter = StorageReader & ZoneWriting & RecordWriting & SchemaWriting
  & IndexWriting & AssetWriting & SubscriptionWriting & NotificationWriting & QuotaWriting
  & UpkeepWriting
