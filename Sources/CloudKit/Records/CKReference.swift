// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// What becomes of a record when one that it refers to is deleted.
public enum CKReferenceAction: UInt, Sendable {
  /// It stays.
  case none = 0
  /// It is deleted as well.
  case deleteSelf = 1
}

/// A field's link to another record of the same database.
public final class CKReference: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The record that is meant.
  public let recordID: CKRecord.ID
  /// What becomes of the record with the reference when the one that is meant is deleted.
  public let action: CKReferenceAction

  /// A link to a record by its name.
  public init(recordID: CKRecord.ID, action: CKReferenceAction) {
    self.recordID = recordID
    self.action = action
  }

  /// A link to a record.
  public convenience init(record: CKRecord, action: CKReferenceAction) {
    self.init(recordID: record.recordID, action: action)
  }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let recordKey = "RecordID"
  private static let actionKey = "ReferenceAction"

  /// Reads a reference that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let record = coder.object(of: CKRecord.ID.self, forKey: Self.recordKey),
      let action = UInt(exactly: coder.decodeInt64(forKey: Self.actionKey))
        .flatMap(CKReferenceAction.init)
    else { return nil }
    self.init(recordID: record, action: action)
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(recordID, forKey: Self.recordKey)
    coder.encode(Int64(action.rawValue), forKey: Self.actionKey)
  }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKReference else { return false }
    return recordID == other.recordID && action == other.action
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(recordID)
    hasher.combine(action)
    return hasher.finalize()
  }

  public override var description: String { "<CKReference \(recordID)>" }
}

extension CKRecord {
  /// A field's link to another record; a class of its own, since only such can be archived on Linux.
  public typealias Reference = CKReference
  /// What becomes of a record when one that it refers to is deleted.
  public typealias ReferenceAction = CKReferenceAction
}

extension CKRecord.Reference {
  /// As requests have it.
  var wire: Reference {
    Reference(
      recordName: recordID.recordName, zoneID: recordID.zoneID.wire,
      action: action == .deleteSelf ? .deleteSelf : Reference.Action.none)
  }

  /// As answers have it; a reference without a zone stays in that of its record.
  convenience init(_ reference: Reference, in zone: CKRecordZone.ID, _ scope: CKDatabase.Scope) {
    self.init(
      recordID: CKRecord.ID(
        recordName: reference.recordName,
        zoneID: reference.zoneID.map { CKRecordZone.ID($0, in: scope) } ?? zone),
      action: reference.action == .deleteSelf ? .deleteSelf : .none)
  }
}
