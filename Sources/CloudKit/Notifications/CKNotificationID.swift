// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Names a notification.
public final class CKNotificationID: NSObject, NSCopying, NSSecureCoding, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The same value.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "NotificationID"

  /// Reads an identifier that was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let text = coder.object(of: NSString.self, forKey: Self.key) else { return nil }
    self.init("\(text)")
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) { coder.encode(text as NSString, forKey: Self.key) }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationID)?.text == text
  }

  public override var hash: Int { text.hashValue }

  public override var description: String { text }
}

extension CKNotification {
  /// Names a notification; a class of its own, since only such can be archived on Linux.
  public typealias ID = CKNotificationID
}
