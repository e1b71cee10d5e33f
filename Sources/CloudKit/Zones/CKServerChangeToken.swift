// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A position in the change history of a database or zone.
///
/// ```swift
/// let changes = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
/// for (_, result) in changes.modificationResultsByID { apply(try result.get().record) }
/// token = changes.changeToken
/// let data = try NSKeyedArchiver.archivedData(
///   withRootObject: changes.changeToken, requiringSecureCoding: true)
/// ```
///
/// The token is opaque to clients. Archive it to store it.
public final class CKServerChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  package let syncToken: String

  package init(_ syncToken: String) { self.syncToken = syncToken }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "ChangeTokenData"

  /// Decodes a token; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let token = coder.object(of: NSString.self, forKey: Self.key) else { return nil }
    self.init("\(token)")
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) { coder.encode(syncToken as NSString, forKey: Self.key) }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKServerChangeToken)?.syncToken == syncToken
  }

  public override var hash: Int { syncToken.hashValue }
}
