// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The ID of a record.
///
/// ```swift
/// let zoneID = CKRecordZone.ID(zoneName: "Hikes")
/// let recordID = CKRecord.ID(recordName: "ridge", zoneID: zoneID)
/// let hike = CKRecord(recordType: "Hike", recordID: recordID)
/// ```
public final class CKRecordID: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The record's name, unique in its zone: at most 255 ASCII characters.
  public let recordName: String
  /// The record's zone.
  public let zoneID: CKRecordZone.ID

  /// The ID of a record with a name, by default a random one, in a zone.
  public init(
    recordName: String = UUID().uuidString, zoneID: CKRecordZone.ID = .default
  ) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let nameKey = "RecordName"
  private static let zoneKey = "ZoneID"

  /// Decodes an identifier; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let name = coder.object(of: NSString.self, forKey: Self.nameKey),
      let zone = coder.object(of: CKRecordZone.ID.self, forKey: Self.zoneKey)
    else { return nil }
    self.init(recordName: "\(name)", zoneID: zone)
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    coder.encode(recordName as NSString, forKey: Self.nameKey)
    coder.encode(zoneID, forKey: Self.zoneKey)
  }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordID else { return false }
    return recordName == other.recordName && zoneID == other.zoneID
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(recordName)
    hasher.combine(zoneID)
    return hasher.finalize()
  }

  public override var description: String { "\(recordName):(\(zoneID))" }
}

extension CKRecord {
  /// The ID of a record; a top-level class, because nested classes can't be archived on Linux.
  public typealias ID = CKRecordID
}
