// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Names a record of a database.
public final class CKRecordID: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The record's name, which no other of its zone has: at most 255 ASCII characters.
  public let recordName: String
  /// The zone that the record is in.
  public let zoneID: CKRecordZone.ID

  /// A record by its name, by default one that no other record has, and its zone.
  public init(
    recordName: String = UUID().uuidString, zoneID: CKRecordZone.ID = .default
  ) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let nameKey = "RecordName"
  private static let zoneKey = "ZoneID"

  /// Reads an identifier that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let name = coder.object(of: NSString.self, forKey: Self.nameKey),
      let zone = coder.object(of: CKRecordZone.ID.self, forKey: Self.zoneKey)
    else { return nil }
    self.init(recordName: "\(name)", zoneID: zone)
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(recordName as NSString, forKey: Self.nameKey)
    coder.encode(zoneID, forKey: Self.zoneKey)
  }

  /// The same value, or a record of its own.
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
  /// Names a record of a database; a class of its own, since only such can be archived on Linux.
  public typealias ID = CKRecordID
}
