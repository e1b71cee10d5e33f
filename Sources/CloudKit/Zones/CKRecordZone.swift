// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A record zone: a part of a database whose changes can be fetched and, except in the default
/// zone, saved atomically.
///
/// ```swift
/// let zone = try await database.save(CKRecordZone(zoneName: "Hikes"))
/// let recordID = CKRecord.ID(recordName: "ridge", zoneID: zone.zoneID)
/// try await database.save(CKRecord(recordType: "Hike", recordID: recordID))
/// ```
public final class CKRecordZone: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The capabilities of a zone.
  public struct Capabilities: OptionSet, Sendable {
    /// The bit mask.
    public let rawValue: UInt

    /// A set with a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The zone supports fetching changes since a token.
    public static let fetchChanges = Capabilities(rawValue: 1)
    /// The zone supports atomic saves of several records.
    public static let atomic = Capabilities(rawValue: 2)
    /// The zone supports sharing records with their descendants.
    public static let sharing = Capabilities(rawValue: 4)
    /// The zone supports sharing as a whole.
    public static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  /// The zone's ID: its name and its owner's.
  public let zoneID: CKRecordZone.ID
  /// The capabilities reported by the server; empty before the first save.
  public let capabilities: Capabilities

  /// A zone of the current user.
  public convenience init(zoneName: String) {
    self.init(zoneID: CKRecordZone.ID(zoneName: zoneName))
  }

  /// A zone with an ID.
  public convenience init(zoneID: CKRecordZone.ID) { self.init(zoneID, []) }

  init(_ zoneID: CKRecordZone.ID, _ capabilities: Capabilities) {
    self.zoneID = zoneID
    self.capabilities = capabilities
  }

  /// Returns the default zone, which exists in each database.
  public static func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let zoneKey = "ZoneID"
  private static let capabilitiesKey = "Capabilities"

  /// Decodes a zone; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let zone = coder.object(of: CKRecordZone.ID.self, forKey: Self.zoneKey) else {
      return nil
    }
    let capabilities = UInt(exactly: coder.decodeInt64(forKey: Self.capabilitiesKey)) ?? 0
    self.init(zone, Capabilities(rawValue: capabilities))
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    coder.encode(zoneID, forKey: Self.zoneKey)
    coder.encode(Int64(capabilities.rawValue), forKey: Self.capabilitiesKey)
  }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZone else { return false }
    return zoneID == other.zoneID && capabilities == other.capabilities
  }

  public override var hash: Int { zoneID.hash }

  public override var description: String { "<CKRecordZone \(zoneID)>" }
}
