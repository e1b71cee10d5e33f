// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Gathers the changes of a transaction, and tells those who are subscribed to them.
///
/// Where nobody is, that is one look at the storage.
struct ChangeNotifier {
  private struct Change {
    var zone: StoredZone
    var old: StoredRecord?
    /// What is left of it, for a record that was deleted.
    var new: StoredRecord

    var reason: Subscription.Trigger {
      if new.isDeleted { return .delete }
      return old == nil ? .create : .update
    }
  }

  private let call: Call
  private let database: StoredDatabase
  private let isHeard: Bool
  /// Whose devices are known by their clients.
  private let ownSubscriber: Int64?
  private var zones: [StoredZone] = []
  private var changes: [Change] = []

  init(_ call: Call, _ database: StoredDatabase, _ reader: any StorageReader) throws {
    self.call = call
    self.database = database
    isHeard = try reader.hasSubscriptions(in: database.id)
    ownSubscriber =
      if isHeard, call.clientID != nil, let name = call.caller.recordName {
        try reader.subscriber(name, of: database.schema)
      } else { nil }
  }

  /// A zone was made or deleted, or something in it was changed.
  mutating func change(_ zone: StoredZone) {
    if isHeard { zones.append(zone) }
  }

  mutating func change(_ zone: StoredZone, from old: StoredRecord?, to new: StoredRecord) {
    if isHeard { changes.append(Change(zone: zone, old: old, new: new)) }
  }

  /// Writes what the devices are to be told.
  func finish(_ schema: Schema?, _ writer: any StorageWriter) throws {
    guard !zones.isEmpty || !changes.isEmpty else { return }
    try tellOfZones(schema, writer)
    guard let schema, !changes.isEmpty else { return }
    var types: [Int64: [Change]] = [:]
    for change in changes { types[change.new.type, default: []].append(change) }
    var told = Set<Int64>()
    for (type, changes) in types.sorted(by: { $0.key < $1.key }) {
      let subscriptions = try writer.subscriptions(in: database.id, toType: type)
      if subscriptions.isEmpty { continue }
      let opened = try changes.map { change in
        var change = change
        let (old, new) = (change.old?.fields, change.new.fields)
        change.old?.fields = try old?.opened()
        change.new.fields = try new?.opened()
        return change
      }
      for subscription in subscriptions
      where try tell(subscription, of: opened, schema, writer) {
        told.insert(subscription.subscriber)
      }
    }
    for subscriber in told { try NotificationLimits.enforce(subscriber, writer) }
  }

  // MARK: Zones and the database

  private func tellOfZones(_ schema: Schema?, _ writer: any StorageWriter) throws {
    // The default zone keeps no log that a reader could follow.
    let zones = zones.filter { $0.name != ZoneID.defaultName }
    if zones.isEmpty { return }
    for stored in try writer.subscriptions(in: database.id, toType: 0) {
      let subscription = try Subscription(stored: stored.body)
      if let name = subscription.recordType, !changes.isEmpty {
        // Of records, only those of the type count; what becomes of a zone itself is told in any case.
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

  /// True if there was something to tell.
  private func tell(
    _ stored: StoredSubscription, of changes: [Change], _ schema: Schema,
    _ writer: any StorageWriter
  ) throws -> Bool {
    let subscription = try Subscription(stored: stored.body)
    guard let firesOn = subscription.firesOn, let query = subscription.query,
      // A field may have lost its mark since.
      let compiled = try? CompiledQuery(query, schema, call.environment)
    else { return false }
    var isTold = false
    for change in changes where stored.zone == 0 || stored.zone == change.zone.id {
      guard firesOn.contains(change.reason), try concerns(change, compiled) else { continue }
      try tell(stored, subscription, of: change, compiled.type, writer)
      isTold = true
      if subscription.firesOnce == true {
        try writer.deleteSubscription(stored.number, keepingNotifications: true)
        break
      }
    }
    return isTold
  }

  /// True if the query selects the record as it is, or as it was before.
  private func concerns(_ change: Change, _ query: CompiledQuery) throws -> Bool {
    for record in [change.new, change.old] {
      guard let record, let fields = record.fields else { continue }
      if try query.matches(record, fields, change.zone.name) { return true }
    }
    return false
  }

  private func tell(
    _ stored: StoredSubscription, _ subscription: Subscription, of change: Change,
    _ type: Schema.RecordType, _ writer: any StorageWriter
  ) throws {
    let fields = change.new.fields ?? change.old?.fields ?? .empty
    var info = subscription.notificationInfo
    let wanted = try NotificationFields(info?.additionalFields ?? [], of: fields, type)
    let places: [WritableKeyPath<NotificationInfo, [String]?>] = [
      \.alertLocalizationArgs, \.titleLocalizationArgs, \.subtitleLocalizationArgs,
    ]
    if var shown = info {
      for place in places {
        guard let names = shown[keyPath: place] else { continue }
        shown[keyPath: place] = try NotificationFields.texts(names, of: fields, type)
      }
      info = shown
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
        // Those of one client replace each other, so that it is told of others' and not of its own.
        item: origin.map { "\(item) \($0)" } ?? item, origin: origin,
        body: try notification.encoded()))
  }
}

extension Subscription {
  /// A subscription as the storage has it.
  init(stored body: [UInt8]) throws(WireError) {
    try self.init(json: JSONDocument(body, from: .server).root)
  }

  /// What the storage keeps of it.
  func stored() throws(WireError) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(to: &writer)
    if let path = writer.unwritable {
      throw WireError(path: path, found: "NaN or an infinite number", expected: "a finite number")
    }
    return writer.bytes
  }
}
