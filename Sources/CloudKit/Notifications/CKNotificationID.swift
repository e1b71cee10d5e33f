// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The ID of a notification.
public final class CKNotificationID: NSObject, NSCopying, NSSecureCoding, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "NotificationID"

  /// Decodes an identifier; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let string = coder.object(of: NSString.self, forKey: Self.key) else { return nil }
    self.init("\(string)")
  }

  /// Encodes the identifier.
  public func encode(with coder: NSCoder) { coder.encode(string as NSString, forKey: Self.key) }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationID)?.string == string
  }

  public override var hash: Int { string.hashValue }

  public override var description: String { string }
}

extension CKNotification {
  /// The ID of a notification; a top-level class, because nested classes can't be archived on
  /// Linux.
  public typealias ID = CKNotificationID
}
