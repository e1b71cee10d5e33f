// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The effect of deleting the target of a reference on the referencing record.
public enum CKReferenceAction: UInt, Sendable {
  /// The record stays.
  case none = 0
  /// The record is deleted as well.
  case deleteSelf = 1
}

/// A reference to another record of the same database.
///
/// ```swift
/// let photo = CKRecord(recordType: "Photo")
/// photo["hike"] = CKRecord.Reference(recordID: recordID, action: .deleteSelf)
/// try await database.save(photo)
/// ```
public final class CKReference: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The target record.
  public let recordID: CKRecord.ID
  /// The effect of deleting the target on the referencing record.
  public let action: CKReferenceAction

  /// A reference to a record ID.
  public init(recordID: CKRecord.ID, action: CKReferenceAction) {
    self.recordID = recordID
    self.action = action
  }

  /// A reference to a record.
  public convenience init(record: CKRecord, action: CKReferenceAction) {
    self.init(recordID: record.recordID, action: action)
  }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let recordKey = "RecordID"
  private static let actionKey = "ReferenceAction"

  /// Decodes a reference; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let record = coder.object(of: CKRecord.ID.self, forKey: Self.recordKey),
      let action = UInt(exactly: coder.decodeInt64(forKey: Self.actionKey))
        .flatMap(CKReferenceAction.init)
    else { return nil }
    self.init(recordID: record, action: action)
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    coder.encode(recordID, forKey: Self.recordKey)
    coder.encode(Int64(action.rawValue), forKey: Self.actionKey)
  }

  /// Returns the receiver, which is immutable.
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
  /// A reference to another record; a top-level class, because nested classes can't be archived on
  /// Linux.
  public typealias Reference = CKReference
  /// The effect of deleting the target of a reference on the referencing record.
  public typealias ReferenceAction = CKReferenceAction
}

extension CKRecord.Reference {
  /// The reference in wire format.
  var wire: Reference {
    Reference(
      recordName: recordID.recordName, zoneID: recordID.zoneID.wire,
      action: action == .deleteSelf ? .deleteSelf : Reference.Action.none)
  }

  /// Decodes a reference; without a zone it is in its record's zone.
  convenience init(_ reference: Reference, in zone: CKRecordZone.ID, _ scope: CKDatabase.Scope) {
    self.init(
      recordID: CKRecord.ID(
        recordName: reference.recordName,
        zoneID: reference.zoneID.map { CKRecordZone.ID($0, in: scope) } ?? zone),
      action: reference.action == .deleteSelf ? .deleteSelf : .none)
  }
}
