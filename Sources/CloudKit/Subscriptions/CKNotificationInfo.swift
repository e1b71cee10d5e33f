// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation
import Synchronization

/// What a notification shows and does.
///
/// There is no system on Linux that shows notifications: the texts reach the program as they are, in a
/// ``CKNotification``.
public final class CKNotificationInfo: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked for its superclass alone: all its state is behind one lock.

  private let storage: Mutex<CloudKitWire.NotificationInfo>

  init(_ wire: CloudKitWire.NotificationInfo) { storage = Mutex(wire) }

  var wire: CloudKitWire.NotificationInfo { storage.withLock { $0 } }

  var duplicate: CKNotificationInfo { CKNotificationInfo(wire) }

  /// A notification that shows and does what is named.
  ///
  /// The arguments of localizations are names of fields, whose values take their places.
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

  /// A notification that shows nothing yet.
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

  // MARK: Texts

  /// The text.
  public var alertBody: String? {
    get { get(\.alertBody) }
    set { set(\.alertBody, newValue) }
  }

  /// The name of the text in the program's own tables of texts.
  public var alertLocalizationKey: String? {
    get { get(\.alertLocalizationKey) }
    set { set(\.alertLocalizationKey, newValue) }
  }

  /// The fields whose values stand in the text, in order.
  public var alertLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.alertLocalizationArgs) }
    set { set(\.alertLocalizationArgs, newValue) }
  }

  /// The title.
  public var title: String? {
    get { get(\.title) }
    set { set(\.title, newValue) }
  }

  /// The name of the title in the program's own tables of texts.
  public var titleLocalizationKey: String? {
    get { get(\.titleLocalizationKey) }
    set { set(\.titleLocalizationKey, newValue) }
  }

  /// The fields whose values stand in the title, in order.
  public var titleLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.titleLocalizationArgs) }
    set { set(\.titleLocalizationArgs, newValue) }
  }

  /// The line below the title.
  public var subtitle: String? {
    get { get(\.subtitle) }
    set { set(\.subtitle, newValue) }
  }

  /// The name of the subtitle in the program's own tables of texts.
  public var subtitleLocalizationKey: String? {
    get { get(\.subtitleLocalizationKey) }
    set { set(\.subtitleLocalizationKey, newValue) }
  }

  /// The fields whose values stand in the subtitle, in order.
  public var subtitleLocalizationArgs: [CKRecord.FieldKey]? {
    get { get(\.subtitleLocalizationArgs) }
    set { set(\.subtitleLocalizationArgs, newValue) }
  }

  /// The name of the button's text in the program's own tables of texts.
  public var alertActionLocalizationKey: String? {
    get { get(\.alertActionLocalizationKey) }
    set { set(\.alertActionLocalizationKey, newValue) }
  }

  /// The name of the picture to begin with.
  public var alertLaunchImage: String? {
    get { get(\.alertLaunchImage) }
    set { set(\.alertLaunchImage, newValue) }
  }

  /// The name of the sound.
  public var soundName: String? {
    get { get(\.soundName) }
    set { set(\.soundName, newValue) }
  }

  /// The name of the actions that are offered.
  public var category: String? {
    get { get(\.category) }
    set { set(\.category, newValue) }
  }

  /// Notifications with the same name replace each other where they are shown.
  public var collapseIDKey: String? {
    get { get(\.collapseIDKey) }
    set { set(\.collapseIDKey, newValue) }
  }

  /// The fields that a query's notification brings along: texts, numbers and times that are not encrypted,
  /// 2 kB in all.
  public var desiredKeys: [CKRecord.FieldKey]? {
    get { get(\.additionalFields) }
    set { set(\.additionalFields, newValue) }
  }

  // MARK: What is done

  /// Whether the program's number is to be counted up.
  public var shouldBadge: Bool {
    get { get(\.shouldBadge) ?? false }
    set { set(\.shouldBadge, Self.flag(newValue)) }
  }

  /// Whether the program is to be woken, to fetch what has changed.
  public var shouldSendContentAvailable: Bool {
    get { get(\.shouldSendContentAvailable) ?? false }
    set { set(\.shouldSendContentAvailable, Self.flag(newValue)) }
  }

  /// Whether the program may change what is shown.
  public var shouldSendMutableContent: Bool {
    get { get(\.shouldSendMutableContent) ?? false }
    set { set(\.shouldSendMutableContent, Self.flag(newValue)) }
  }

  // MARK: Copying and coding

  /// A value of its own with the same texts.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate }

  /// True: only the classes that are expected are read.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "Info"

  /// Reads what was encoded; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let data = coder.object(of: NSData.self, forKey: Self.key),
      let document = try? JSONDocument([UInt8](Data(referencing: data)), from: .server),
      let wire = try? CloudKitWire.NotificationInfo(json: document.root)
    else { return nil }
    self.init(wire)
  }

  /// Writes it into an archive.
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
  /// What a notification shows and does; a class of its own, since only such can be archived on Linux.
  public typealias NotificationInfo = CKNotificationInfo
}
