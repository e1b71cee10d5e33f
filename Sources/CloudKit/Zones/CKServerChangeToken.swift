// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How much of a database's or zone's history a client has seen.
///
/// Only the server knows what it says. Archive it to keep it.
public final class CKServerChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  package let syncToken: String

  package init(_ syncToken: String) { self.syncToken = syncToken }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "ChangeTokenData"

  /// Reads a token that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let token = coder.object(of: NSString.self, forKey: Self.key) else { return nil }
    self.init("\(token)")
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) { coder.encode(syncToken as NSString, forKey: Self.key) }

  /// The same value, or a record of its own.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKServerChangeToken)?.syncToken == syncToken
  }

  public override var hash: Int { syncToken.hashValue }
}
