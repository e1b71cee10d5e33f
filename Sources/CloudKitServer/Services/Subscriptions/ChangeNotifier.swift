// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Collects the changes of a transaction, and enqueues notifications for their subscribers.
///
/// Without subscriptions this costs one read of the storage.
struct ChangeNotifier {
  private struct Change {
    var zone: StoredZone
    var old: StoredRecord?
    /// The new version; a tombstone if the record was deleted.
    var new: StoredRecord

    var reason: Subscription.Trigger {
      if new.isDeleted { return .delete }
      return old == nil ? .create : .update
    }
  }

  /// A change with parsed records.
  private struct OpenedChange {
    let change: Change
    let old: RecordView?
    let new: RecordView?

    init(_ change: Change, _ type: Schema.RecordType) throws {
      func view(_ record: StoredRecord?) throws -> RecordView? {
        guard let record, let fields = try record.fields?.opened() else { return nil }
        return RecordView(record, fields, type, change.zone.name)
      }
      (self.change, old, new) = (change, try view(change.old), try view(change.new))
    }
  }

  /// A subscriber's cost budget and number of notifications in this transaction.
  private final class Subscriber {
    let work = QueryCostBudget(part: .max, whole: NotificationLimits.steps)
    var notificationCount = 0
  }

  private let call: CallContext
  private let database: StoredDatabase
  private let isObserved: Bool
  /// The caller's subscriber, whose own client is not notified.
  private let ownSubscriber: Int64?
  private var zones: [StoredZone] = []
  private var changes: [Change] = []

  init(_ call: CallContext, _ database: StoredDatabase, _ reader: any StorageReader) throws {
    self.call = call
    self.database = database
    isObserved = try reader.hasSubscriptions(in: database.id)
    ownSubscriber =
      if isObserved, call.clientID != nil, let name = call.caller.recordName {
        try reader.subscriber(name, of: database.schema)
      } else { nil }
  }

  /// Records that a zone was created or deleted, or that its records changed.
  mutating func change(_ zone: StoredZone) {
    if isObserved { zones.append(zone) }
  }

  mutating func change(_ zone: StoredZone, from old: StoredRecord?, to new: StoredRecord) {
    if isObserved { changes.append(Change(zone: zone, old: old, new: new)) }
  }

  /// Stores the notifications.
  func finish(_ schema: Schema?, _ writer: any StorageWriter) throws {
    guard !zones.isEmpty || !changes.isEmpty else { return }
    try notifyZoneSubscribers(schema, writer)
    guard let schema, !changes.isEmpty else { return }
    var types: [Int64: [Change]] = [:]
    for change in changes { types[change.new.type, default: []].append(change) }
    var subscribers: [Int64: Subscriber] = [:]
    for (id, changes) in types.sorted(by: { $0.key < $1.key }) {
      let subscriptions = try writer.subscriptions(in: database.id, toType: id)
      guard !subscriptions.isEmpty, let type = schema.type(id) else { continue }
      let opened = try changes.map { try OpenedChange($0, type) }
      for subscription in subscriptions {
        let subscriber = subscribers[subscription.subscriber] ?? Subscriber()
        subscribers[subscription.subscriber] = subscriber
        try notify(subscription, subscriber, of: opened, schema, writer)
      }
    }
    for (number, subscriber) in subscribers where subscriber.notificationCount > 0 {
      try NotificationLimits.enforce(number, writer)
    }
  }

  // MARK: Zones and the database

  private func notifyZoneSubscribers(_ schema: Schema?, _ writer: any StorageWriter) throws {
    // The default zone has no change log.
    let zones = zones.filter { $0.name != ZoneID.defaultName }
    if zones.isEmpty { return }
    for stored in try writer.subscriptions(in: database.id, toType: 0) {
      let subscription = try Subscription(stored: stored.body)
      if let name = subscription.recordType, !changes.isEmpty {
        // A record type limits the subscription to its records; changes of the zone itself always count.
        guard let type = schema?.types[name]?.id,
          changes.contains(where: {
            $0.new.type == type && $0.zone.name != ZoneID.defaultName
              && (stored.zone == 0 || stored.zone == $0.zone.id)
          })
        else { continue }
      }
      let event: PushNotification.Event
      if stored.zone == 0 {
        event = .database(call.database, subscriptionID: stored.id)
      } else if let zone = zones.first(where: { $0.id == stored.zone }) {
        event = .zone(
          zoneID: call.zoneID(zone.name), database: call.database, subscriptionID: stored.id)
      } else {
        continue
      }
      try write(event, "", stored, subscription.notificationInfo, isPruned: false, writer)
    }
  }

  // MARK: Queries

  private func notify(
    _ stored: StoredSubscription, _ subscriber: Subscriber, of changes: [OpenedChange],
    _ schema: Schema, _ writer: any StorageWriter
  ) throws {
    // With more pending notifications, their devices are removed anyway.
    guard subscriber.notificationCount <= NotificationLimits.waiting else { return }
    let subscription = try Subscription(stored: stored.body)
    guard let firesOn = subscription.firesOn, let query = subscription.query else { return }
    var compiled: CompiledQuery?
    if (try? subscriber.work.spend(stored.body.count / 8)) != nil {
      compiled = try? CompiledQuery(query, schema, call.environment)
      // A field may no longer be queryable.
      if compiled == nil { return }
    }
    for opened in changes where stored.zone == 0 || stored.zone == opened.change.zone.id {
      guard firesOn.contains(opened.change.reason) else { continue }
      let match = try match(opened, compiled, subscriber.work)
      if match == .none { continue }
      try notify(stored, subscription, of: opened, writer)
      subscriber.notificationCount += 1
      if subscription.firesOnce == true, match == .selected {
        try writer.deleteSubscription(stored.number, keepingNotifications: true)
        break
      }
    }
  }

  private enum Match {
    case none, selected
    /// The cost budget is used up.
    case unknown
  }

  /// Evaluates the query for the new and the old version of the record.
  private func match(
    _ change: OpenedChange, _ query: CompiledQuery?, _ work: QueryCostBudget
  ) throws -> Match {
    guard let query else { return .unknown }
    do {
      for view in [change.new, change.old] {
        guard let view else { continue }
        if try query.matches(view, work) { return .selected }
      }
      return .none
    } catch is QueryCostBudget.Exceeded {
      return .unknown
    }
  }

  private func notify(
    _ stored: StoredSubscription, _ subscription: Subscription, of opened: OpenedChange,
    _ writer: any StorageWriter
  ) throws {
    let change = opened.change
    guard let shown = opened.new ?? opened.old else { return }
    var info = subscription.notificationInfo
    let wanted = try NotificationFields(info?.additionalFields ?? [], of: shown)
    let lists: [WritableKeyPath<NotificationInfo, [String]?>] = [
      \.alertLocalizationArgs, \.titleLocalizationArgs, \.subtitleLocalizationArgs,
    ]
    for list in lists {
      guard let names = info?[keyPath: list] else { continue }
      info?[keyPath: list] = try NotificationFields.texts(names, of: shown)
    }
    let event = PushNotification.QueryEvent(
      subscriptionID: stored.id, recordName: change.new.name,
      zoneID: call.zoneID(change.zone.name), database: call.database, reason: change.reason,
      fields: wanted.json)
    let item = "\(change.reason.rawValue) \(change.zone.id) \(change.new.name)"
    try write(.query(event), item, stored, info, isPruned: wanted.isPruned, writer)
  }

  // MARK: Writing

  private func write(
    _ event: PushNotification.Event, _ item: String, _ stored: StoredSubscription,
    _ info: NotificationInfo?, isPruned: Bool, _ writer: any StorageWriter
  ) throws {
    let notification = PushNotification(
      notificationID: "", container: call.container, environment: call.environment, event: event,
      isPruned: isPruned, info: info)
    let origin = stored.subscriber == ownSubscriber ? call.clientID : nil
    try writer.add(
      StoredNotification(
        subscriber: stored.subscriber, subscription: stored.number,
        // Only changes by the same client coalesce, so that it still gets those by other clients.
        item: origin.map { "\(item) \($0)" } ?? item, origin: origin,
        body: try notification.encoded()))
  }
}

extension Subscription {
  /// Decodes a stored subscription.
  init(stored body: [UInt8]) throws(WireError) {
    try self.init(json: JSONDocument(body, from: .server).root)
  }

  /// Encodes the subscription for the storage.
  func stored() throws(WireError) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(to: &writer)
    if let path = writer.unwritable {
      throw WireError(path: path, found: "NaN or an infinite number", expected: "a finite number")
    }
    return writer.bytes
  }
}
