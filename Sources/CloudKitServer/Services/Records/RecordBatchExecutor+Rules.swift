// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension RecordBatchExecutor {
  func checkExistence(
    _ operation: RecordOperation, _ existing: StoredRecord?, _ zone: StoredZone
  ) throws {
    let tag = operation.record.recordChangeTag
    switch (operation.kind, existing) {
    case (.create, let existing?):
      throw RecordConflict(
        failure: ServerFailure(.exists, "record to insert already exists"), record: existing,
        zoneID: call.zoneID(zone.name))
    case (.update, nil), (.replace, nil), (.delete, nil):
      throw ServerFailure(.notFound, "Record not found")
    case (.update, let existing?), (.replace, let existing?):
      guard let tag else {
        throw RecordConflict(
          failure: ServerFailure(
            .conflict, "recordChangeTag is missing; forceUpdate and forceReplace need none"),
          record: existing, zoneID: call.zoneID(zone.name))
      }
      try compare(tag, existing, zone)
    case (.delete, let existing?):
      if let tag { try compare(tag, existing, zone) }
    default: break
    }
  }

  private func compare(_ tag: String, _ existing: StoredRecord, _ zone: StoredZone) throws {
    guard tag != existing.changeTag else { return }
    let number = UInt64(tag, radix: 36)
    let failure: ServerFailure =
      if let number, Self.isFromBeforeRestore(number, existing, zone) {
        .tagOfBeforeRestore
      } else if let number, zone.startSequence > 0, number <= zone.startSequence {
        .tagOfFormerZone
      } else {
        ServerFailure(.conflict, "record has been changed: its tag is another one")
      }
    throw RecordConflict(
      failure: failure, record: existing, zoneID: call.zoneID(zone.name))
  }

  /// True if a tag belongs to a version that a backup restore may have lost.
  ///
  /// The server's record is then not derived from the client's version.
  private static func isFromBeforeRestore(
    _ tag: UInt64, _ existing: StoredRecord, _ zone: StoredZone
  ) -> Bool {
    guard SequenceEpoch(now: zone.position).wasRestored else { return false }
    return tag > existing.tag || SequenceEpoch.of(tag) < SequenceEpoch.of(existing.tag)
  }

  func checkPermission(
    _ operation: RecordOperation, _ name: String, _ existing: StoredRecord?
  ) throws {
    func deny(_ kind: String) -> ServerFailure {
      ServerFailure(.accessDenied, "\(kind) operation not permitted")
    }
    let type = existing.flatMap { schema.typeName($0.type) } ?? operation.record.recordType
    if type == SystemNames.userType { throw deny(existing == nil ? "CREATE" : "WRITE") }
    if type == SystemNames.shareType {
      throw ServerFailure(.badRequest, "Records can't be shared on this server.")
    }
    if existing == nil, !operation.kind.isDeletion, !NameRules.isItemName(name) {
      throw ServerFailure(
        .badRequest,
        "A record's name must have 1 to \(Limits.nameLength) ASCII characters without a leading _"
      )
    }
    if operation.record.sharing?.createShortGUID == true {
      throw ServerFailure(
        .badRequest,
        "cannot create a short GUID: this server has no shares. Remove createShortGUID.")
    }
    // Only its creator may change a record of the public database.
    if call.database == .public, let existing,
      existing.created.userRecordName != call.caller.recordName
    {
      throw deny("WRITE")
    }
  }
}
