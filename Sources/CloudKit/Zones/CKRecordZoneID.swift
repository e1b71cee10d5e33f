// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The owner name of the signed-in user's zones.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// The name of the default zone, which exists in each database.
public let CKRecordZoneDefaultName = "_defaultZone"

/// The ID of a zone.
///
/// ```swift
/// let zoneID = CKRecordZone.ID(zoneName: "Hikes")
/// let zone = try await database.recordZone(for: zoneID)
/// ```
public final class CKRecordZoneID: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The name of the default zone, which exists in each database.
  public static let defaultZoneName = CKRecordZoneDefaultName
  /// The ID of the default zone, which exists in each database.
  public static let `default` = CKRecordZoneID()

  /// The zone's name: at most 255 ASCII characters.
  public let zoneName: String
  /// The owner's user record name; ``CKCurrentUserDefaultName`` for the current user.
  public let ownerName: String

  /// The ID of a zone with a name and an owner.
  public init(
    zoneName: String = CKRecordZoneID.defaultZoneName, ownerName: String = CKCurrentUserDefaultName
  ) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let zoneKey = "ZoneName"
  private static let ownerKey = "ownerName"

  /// Decodes an identifier; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let zone = coder.object(of: NSString.self, forKey: Self.zoneKey),
      let owner = coder.object(of: NSString.self, forKey: Self.ownerKey)
    else { return nil }
    self.init(zoneName: "\(zone)", ownerName: "\(owner)")
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    coder.encode(zoneName as NSString, forKey: Self.zoneKey)
    coder.encode(ownerName as NSString, forKey: Self.ownerKey)
  }

  /// Returns the receiver, which is immutable.
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
  /// The ID of a zone; a top-level class, because nested classes can't be archived on Linux.
  public typealias ID = CKRecordZoneID
}

extension CKRecordZone.ID {
  /// The ID in wire format; the current user's zones have no owner name.
  var wire: ZoneID {
    ZoneID(
      zoneName: zoneName, ownerRecordName: ownerName == CKCurrentUserDefaultName ? nil : ownerName)
  }

  /// Decodes a zone ID; except in the shared database, the owner is the current user.
  convenience init(_ zone: ZoneID, in scope: CKDatabase.Scope) {
    self.init(
      zoneName: zone.zoneName,
      ownerName: scope == .shared
        ? zone.ownerRecordName ?? CKCurrentUserDefaultName : CKCurrentUserDefaultName)
  }
}
