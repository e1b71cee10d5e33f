// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of a database: records that can be fetched as changes and, if it is not the default zone,
/// saved together or not at all.
public final class CKRecordZone: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// What can be done with a zone.
  public struct Capabilities: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// A set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Changes since a token can be fetched.
    public static let fetchChanges = Capabilities(rawValue: 1)
    /// Several records can be saved together or not at all.
    public static let atomic = Capabilities(rawValue: 2)
    /// Records can be shared with those below them.
    public static let sharing = Capabilities(rawValue: 4)
    /// The whole zone can be shared.
    public static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  /// The zone's name and its owner's.
  public let zoneID: CKRecordZone.ID
  /// What the server says can be done; empty in a zone that is not saved yet.
  public let capabilities: Capabilities

  /// A zone of the current user.
  public convenience init(zoneName: String) {
    self.init(zoneID: CKRecordZone.ID(zoneName: zoneName))
  }

  /// A zone by its name and its owner's.
  public convenience init(zoneID: CKRecordZone.ID) { self.init(zoneID, []) }

  init(_ zoneID: CKRecordZone.ID, _ capabilities: Capabilities) {
    self.zoneID = zoneID
    self.capabilities = capabilities
  }

  /// The zone that each database has from its beginning.
  public static func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let zoneKey = "ZoneID"
  private static let capabilitiesKey = "Capabilities"

  /// Reads a zone that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let zone = coder.object(of: CKRecordZone.ID.self, forKey: Self.zoneKey) else {
      return nil
    }
    let capabilities = UInt(exactly: coder.decodeInt64(forKey: Self.capabilitiesKey)) ?? 0
    self.init(zone, Capabilities(rawValue: capabilities))
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(zoneID, forKey: Self.zoneKey)
    coder.encode(Int64(capabilities.rawValue), forKey: Self.capabilitiesKey)
  }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZone else { return false }
    return zoneID == other.zoneID && capabilities == other.capabilities
  }

  public override var hash: Int { zoneID.hash }

  public override var description: String { "<CKRecordZone \(zoneID)>" }
}
