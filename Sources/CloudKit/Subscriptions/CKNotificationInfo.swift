// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation
import Synchronization

/// The content and behavior of a notification.
///
/// ```swift
/// let info = CKSubscription.NotificationInfo(
///   alertBody: "A new hike is available", shouldSendContentAvailable: true)
/// let subscription = CKDatabaseSubscription(subscriptionID: "all-changes")
/// subscription.notificationInfo = info
/// try await database.save(subscription)
/// ```
///
/// Linux does not display the notifications: their texts reach the program in a ``CKNotification``.
public final class CKNotificationInfo: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked only because of the superclass: a lock protects all state.

  private let storage: Mutex<CloudKitWire.NotificationInfo>

  init(_ wire: CloudKitWire.NotificationInfo) { storage = Mutex(wire) }

  var wire: CloudKitWire.NotificationInfo { storage.withLock { $0 } }

  var duplicate: CKNotificationInfo { CKNotificationInfo(wire) }

  /// Creates a description of notifications.
  ///
  /// The localization arguments are names of fields, whose values are inserted.
  public convenience init(
    alertBody: String? = nil, alertLocalizationKey: String? = nil,
    alertLocalizationArgs: [CKRecord.FieldKey] = [], title: String? = nil,
    titleLocalizationKey: String? = nil, titleLocalizationArgs: [CKRecord.FieldKey] = [],
    subtitle: String? = nil, subtitleLocalizationKey: String? = nil,
    subtitleLocalizationArgs: [CKRecord.FieldKey] = [],
    alertActionLocalizationKey: String? = nil, alertLaunchImage: String? = nil,
    soundName: String? = nil, desiredKeys: [CKRecord.FieldKey] = [], shouldBadge: Bool = false,
    shouldSendContentAvailable: Bool = false, shouldSendMutableContent: Bool = false,
    category: String? = nil, collapseIDKey: String? = nil
  ) {
    var wire = CloudKitWire.NotificationInfo()
    wire.alertBody = alertBody
    wire.alertLocalizationKey = alertLocalizationKey
    wire.alertLocalizationArgs = Self.list(alertLocalizationArgs)
    wire.title = title
    wire.titleLocalizationKey = titleLocalizationKey
    wire.titleLocalizationArgs = Self.list(titleLocalizationArgs)
    wire.subtitle = subtitle
    wire.subtitleLocalizationKey = subtitleLocalizationKey
    wire.subtitleLocalizationArgs = Self.list(subtitleLocalizationArgs)
    wire.alertActionLocalizationKey = alertActionLocalizationKey
    wire.alertLaunchImage = alertLaunchImage
    wire.soundName = soundName
    wire.additionalFields = Self.list(desiredKeys)
    wire.shouldBadge = Self.flag(shouldBadge)
    wire.shouldSendContentAvailable = Self.flag(shouldSendContentAvailable)
    wire.shouldSendMutableContent = Self.flag(shouldSendMutableContent)
    wire.category = category
    wire.collapseIDKey = collapseIDKey
    self.init(wire)
  }

  /// Creates an empty description.
  public override convenience init() { self.init(CloudKitWire.NotificationInfo()) }

  private static func list(_ names: [String]?) -> [String]? {
    names?.isEmpty ?? true ? nil : names
  }

  private static func flag(_ flag: Bool) -> Bool? { flag ? true : nil }

  private func get<Value: Sendable>(
    _ path: any KeyPath<CloudKitWire.NotificationInfo, Value> & Sendable
  ) -> Value { storage.withLock { $0[keyPath: path] } }

  private func set<Value: Sendable>(
    _ path: any WritableKeyPath<CloudKitWire.NotificationInfo, Value> & Sendable,
    _ value: Value
  ) { storage.withLock { $0[keyPath: path] = value } }

  // MARK: Alert

  /// The alert text.
  public var alertBody: String? {
    get { get(\.alertBody) }
    set { set(\.alertBody, newValue) }
  }

  /// The key of the alert text in the program's string tables.
  public var alertLocalizationKey: String? {
    get { get(\.alertLocalizationKey) }
    set { set(\.alertLocalizationKey, newValue) }
  }

  /// The fields whose values are the arguments of the localized text, in order.
  public var alertLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.alertLocalizationArgs) }
    set { set(\.alertLocalizationArgs, newValue) }
  }

  /// The title.
  public var title: String? {
    get { get(\.title) }
    set { set(\.title, newValue) }
  }

  /// The key of the title in the program's string tables.
  public var titleLocalizationKey: String? {
    get { get(\.titleLocalizationKey) }
    set { set(\.titleLocalizationKey, newValue) }
  }

  /// The fields whose values are the arguments of the localized title, in order.
  public var titleLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.titleLocalizationArgs) }
    set { set(\.titleLocalizationArgs, newValue) }
  }

  /// The subtitle.
  public var subtitle: String? {
    get { get(\.subtitle) }
    set { set(\.subtitle, newValue) }
  }

  /// The key of the subtitle in the program's string tables.
  public var subtitleLocalizationKey: String? {
    get { get(\.subtitleLocalizationKey) }
    set { set(\.subtitleLocalizationKey, newValue) }
  }

  /// The fields whose values are the arguments of the localized subtitle, in order.
  public var subtitleLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.subtitleLocalizationArgs) }
    set { set(\.subtitleLocalizationArgs, newValue) }
  }

  /// The key of the button title in the program's string tables.
  public var alertActionLocalizationKey: String? {
    get { get(\.alertActionLocalizationKey) }
    set { set(\.alertActionLocalizationKey, newValue) }
  }

  /// The name of the launch image.
  public var alertLaunchImage: String? {
    get { get(\.alertLaunchImage) }
    set { set(\.alertLaunchImage, newValue) }
  }

  /// The name of the alert sound.
  public var soundName: String? {
    get { get(\.soundName) }
    set { set(\.soundName, newValue) }
  }

  /// The identifier of the category of actions.
  public var category: String? {
    get { get(\.category) }
    set { set(\.category, newValue) }
  }

  /// The collapse identifier: a displayed notification replaces an earlier one with the same
  /// identifier.
  public var collapseIDKey: String? {
    get { get(\.collapseIDKey) }
    set { set(\.collapseIDKey, newValue) }
  }

  /// The fields to include in a query notification: unencrypted strings, numbers and dates of at
  /// most 2 kB in total.
  public var desiredKeys: [CKRecord.FieldKey]? {
    get { get(\.additionalFields) }
    set { set(\.additionalFields, newValue) }
  }

  // MARK: Behavior

  /// Whether to increment the program's badge number.
  public var shouldBadge: Bool {
    get { get(\.shouldBadge) ?? false }
    set { set(\.shouldBadge, Self.flag(newValue)) }
  }

  /// Whether to wake the program to fetch changes.
  public var shouldSendContentAvailable: Bool {
    get { get(\.shouldSendContentAvailable) ?? false }
    set { set(\.shouldSendContentAvailable, Self.flag(newValue)) }
  }

  /// Whether the program may modify the notification before display.
  public var shouldSendMutableContent: Bool {
    get { get(\.shouldSendMutableContent) ?? false }
    set { set(\.shouldSendMutableContent, Self.flag(newValue)) }
  }

  // MARK: Copying and coding

  /// Returns an independent copy.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "Info"

  /// Decodes a description; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let data = coder.object(of: NSData.self, forKey: Self.key),
      let document = try? JSONDocument([UInt8](Data(referencing: data)), from: .server),
      let wire = try? CloudKitWire.NotificationInfo(json: document.root)
    else { return nil }
    self.init(wire)
  }

  /// Encodes the description.
  public func encode(with coder: NSCoder) {
    var writer = JSONWriter(capacity: 256)
    wire.write(to: &writer)
    coder.encode(Data(writer.bytes) as NSData, forKey: Self.key)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationInfo)?.wire == wire
  }

  public override var hash: Int { wire.hashValue }
}

extension CKSubscription {
  /// The content and behavior of a notification; a top-level class, because nested classes can't be
  /// archived on Linux.
  public typealias NotificationInfo = CKNotificationInfo
}
