// Cairn
// SPDX-License-Identifier: Apache-2.0

// The keys are the short keys of Apple's push notifications.

extension PushNotification {
  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    guard let node = object.value("ck") else { throw object.missing("ck", "an object") }
    let ck = try node.object()
    let number = try ck.optional("ce", as: Int.self) ?? 2
    self.init(
      notificationID: try ck.required("nid"), container: try ck.required("cid"),
      environment: number == 1 ? .production : .development, event: nil,
      userRecordName: try ck.optional("ckuserid"),
      isPruned: try ck.value("p").map { (flag) throws(WireError) in try flag.bool() } ?? false)
    if let query = ck.value("qry") {
      event = .query(try QueryEvent(json: query))
    } else if let zone = ck.value("fet") {
      let object = try zone.object()
      event = .zone(
        zoneID: try Self.zoneID(object) ?? .default, database: try Self.database(object),
        subscriptionID: try object.optional("sid"))
    } else if let database = ck.value("met") {
      let object = try database.object()
      event = .database(
        try Self.database(object), subscriptionID: try object.optional("sid"))
    }
    if let aps = object.value("aps") { info = try Self.info(aps.object()) }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("aps")
    writeAPS(to: &writer)
    writer.key("ck")
    writer.beginObject()
    writer.member("nid", notificationID)
    writer.member("cid", container)
    writer.member("ce", environment == .production ? 1 : 2)
    writer.member("ckuserid", userRecordName)
    switch event {
    case .query(let event):
      writer.key("qry")
      event.write(to: &writer)
    case .zone(let zoneID, let database, let id):
      writer.key("fet")
      writer.beginObject()
      Self.write(zoneID, database, id, to: &writer)
      writer.endObject()
    case .database(let database, let id):
      writer.key("met")
      writer.beginObject()
      Self.write(nil, database, id, to: &writer)
      writer.endObject()
    case nil: break
    }
    writer.member("p", ifTrue: isPruned)
    writer.endObject()
    writer.endObject()
  }

  private func writeAPS(to writer: inout JSONWriter) {
    writer.beginObject()
    if let info {
      if info.hasMoreThanABody {
        writer.key("alert")
        writer.beginObject()
        writer.member("body", info.alertBody)
        writer.member("loc-key", info.alertLocalizationKey)
        writer.member("loc-args", info.alertLocalizationArgs)
        writer.member("title", info.title)
        writer.member("title-loc-key", info.titleLocalizationKey)
        writer.member("title-loc-args", info.titleLocalizationArgs)
        writer.member("subtitle", info.subtitle)
        writer.member("subtitle-loc-key", info.subtitleLocalizationKey)
        writer.member("subtitle-loc-args", info.subtitleLocalizationArgs)
        writer.member("action-loc-key", info.alertActionLocalizationKey)
        writer.member("launch-image", info.alertLaunchImage)
        writer.endObject()
      } else {
        writer.member("alert", info.alertBody)
      }
      writer.member("sound", info.soundName)
      if info.shouldBadge == true { writer.member("badge", 1) }
      if info.shouldSendContentAvailable == true { writer.member("content-available", 1) }
      if info.shouldSendMutableContent == true { writer.member("mutable-content", 1) }
      writer.member("category", info.category)
    }
    writer.endObject()
  }

  private static func info(_ aps: JSONObject) throws(WireError) -> NotificationInfo? {
    var info = NotificationInfo()
    if let alert = aps.value("alert") {
      if alert.kind == .object {
        let object = JSONObject(node: alert)
        info.alertBody = try object.optional("body")
        info.alertLocalizationKey = try object.optional("loc-key")
        info.alertLocalizationArgs = try object.optional("loc-args")
        info.title = try object.optional("title")
        info.titleLocalizationKey = try object.optional("title-loc-key")
        info.titleLocalizationArgs = try object.optional("title-loc-args")
        info.subtitle = try object.optional("subtitle")
        info.subtitleLocalizationKey = try object.optional("subtitle-loc-key")
        info.subtitleLocalizationArgs = try object.optional("subtitle-loc-args")
        info.alertActionLocalizationKey = try object.optional("action-loc-key")
        info.alertLaunchImage = try object.optional("launch-image")
      } else {
        info.alertBody = try alert.string()
      }
    }
    info.soundName = try aps.optional("sound")
    if aps.value("badge") != nil { info.shouldBadge = true }
    if aps.value("content-available") != nil { info.shouldSendContentAvailable = true }
    if aps.value("mutable-content") != nil { info.shouldSendMutableContent = true }
    info.category = try aps.optional("category")
    return info == NotificationInfo() ? nil : info
  }

  fileprivate static func write(
    _ zoneID: ZoneID?, _ database: DatabaseScope, _ subscriptionID: String?,
    to writer: inout JSONWriter
  ) {
    writer.member("zid", zoneID?.zoneName)
    writer.member("zoid", zoneID?.ownerRecordName)
    writer.member("dbs", database.number)
    writer.member("sid", subscriptionID)
  }

  fileprivate static func zoneID(_ object: JSONObject) throws(WireError) -> ZoneID? {
    guard let name: String = try object.optional("zid") else { return nil }
    return ZoneID(zoneName: name, ownerRecordName: try object.optional("zoid"))
  }

  fileprivate static func database(_ object: JSONObject) throws(WireError) -> DatabaseScope {
    guard let node = object.value("dbs") else { throw object.missing("dbs", "1, 2 or 3") }
    guard let scope = DatabaseScope(number: Int(try node.int64())) else {
      throw node.mismatch("1, 2 or 3")
    }
    return scope
  }
}

extension NotificationInfo {
  /// True if the alert has more than a body.
  fileprivate var hasMoreThanABody: Bool {
    let texts = [
      alertLocalizationKey, alertActionLocalizationKey, alertLaunchImage, title,
      titleLocalizationKey, subtitle, subtitleLocalizationKey,
    ]
    return texts.contains { $0 != nil }
  }
}

extension PushNotification.QueryEvent {
  init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    guard let reasonNode = object.value("fo") else { throw object.missing("fo", "1, 2 or 3") }
    let reason: Subscription.Trigger
    switch try reasonNode.int64() {
    case 1: reason = .create
    case 2: reason = .update
    case 3: reason = .delete
    default: throw reasonNode.mismatch("1, 2 or 3")
    }
    self.init(
      subscriptionID: try object.optional("sid"), recordName: try object.optional("rid"),
      zoneID: try PushNotification.zoneID(object),
      database: try PushNotification.database(object), reason: reason)
    if let node = object.value("af") {
      _ = try node.object("an object of names and values")
      fields = node.json
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rid", recordName)
    PushNotification.write(zoneID, database, subscriptionID, to: &writer)
    let number =
      switch reason {
      case .create: 1
      case .update: 2
      case .delete: 3
      }
    writer.member("fo", number)
    if let fields {
      writer.key("af")
      writer.splice(fields)
    }
    writer.endObject()
  }
}
