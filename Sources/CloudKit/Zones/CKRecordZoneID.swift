// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The owner's name of the zones of the user who is signed in.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// The name of the zone that each database has from its beginning.
public let CKRecordZoneDefaultName = "_defaultZone"

/// Names a zone of a database.
public final class CKRecordZoneID: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The name of the zone that each database has from its beginning.
  public static let defaultZoneName = CKRecordZoneDefaultName
  /// The zone that each database has from its beginning.
  public static let `default` = CKRecordZoneID()

  /// The zone's name: at most 255 ASCII characters.
  public let zoneName: String
  /// The record name of the user whose zone it is; that of the current user has a name of its own,
  /// ``CKCurrentUserDefaultName``.
  public let ownerName: String

  /// A zone by its name and its owner's.
  public init(
    zoneName: String = CKRecordZoneID.defaultZoneName, ownerName: String = CKCurrentUserDefaultName
  ) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let zoneKey = "ZoneName"
  private static let ownerKey = "ownerName"

  /// Reads an identifier that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let zone = coder.object(of: NSString.self, forKey: Self.zoneKey),
      let owner = coder.object(of: NSString.self, forKey: Self.ownerKey)
    else { return nil }
    self.init(zoneName: "\(zone)", ownerName: "\(owner)")
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(zoneName as NSString, forKey: Self.zoneKey)
    coder.encode(ownerName as NSString, forKey: Self.ownerKey)
  }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZoneID else { return false }
    return zoneName == other.zoneName && ownerName == other.ownerName
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(zoneName)
    hasher.combine(ownerName)
    return hasher.finalize()
  }

  public override var description: String { "\(zoneName):\(ownerName)" }
}

extension CKRecordZone {
  /// Names a zone of a database; a class of its own, since only such can be archived on Linux.
  public typealias ID = CKRecordZoneID
}

extension CKRecordZone.ID {
  /// As requests have it; the current user's zones name no owner.
  var wire: ZoneID {
    ZoneID(
      zoneName: zoneName, ownerRecordName: ownerName == CKCurrentUserDefaultName ? nil : ownerName)
  }

  /// As answers of a database have it: but in the shared one all zones are the caller's own.
  convenience init(_ zone: ZoneID, in scope: CKDatabase.Scope) {
    self.init(
      zoneName: zone.zoneName,
      ownerName: scope == .shared
        ? zone.ownerRecordName ?? CKCurrentUserDefaultName : CKCurrentUserDefaultName)
  }
}
