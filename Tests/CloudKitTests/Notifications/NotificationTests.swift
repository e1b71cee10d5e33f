// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Notifications from the dictionaries of push notifications.
@Suite struct NotificationTests {
  private func dictionary(_ json: String) throws -> [AnyHashable: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test func `a query notification has the record and the properties of its alert`() throws {
    let userInfo = try dictionary(
      #"""
      {"aps": {"alert": {"body": "New", "loc-key": "K", "loc-args": ["a", "b"], "title": "T",
        "title-loc-key": "TK", "title-loc-args": ["c"], "subtitle": "S", "subtitle-loc-key": "SK",
        "subtitle-loc-args": ["d"], "action-loc-key": "A", "launch-image": "I"},
        "badge": 7, "sound": "bell", "category": "C"},
       "ck": {"nid": "n-1", "cid": "iCloud.x", "ce": 2, "ckuserid": "_ann", "p": 1,
        "qry": {"sid": "s", "rid": "r", "zid": "Z", "zoid": "_bob", "dbs": 3, "fo": 2,
          "af": {"name": "Ridge", "count": 3, "distance": 12.5}}}}
      """#)
    let notification = try #require(CKNotification(fromRemoteNotificationDictionary: userInfo))
    let query = try #require(notification as? CKQueryNotification)
    #expect(query.notificationType == .query && query.queryNotificationReason == .recordUpdated)
    #expect(query.databaseScope == .shared && query.subscriptionID == "s" && query.isPruned)
    let zone = CKRecordZone.ID(zoneName: "Z", ownerName: "_bob")
    #expect(query.recordID == CKRecord.ID(recordName: "r", zoneID: zone))
    #expect(query.recordFields?["name"] as? String == "Ridge")
    #expect(query.recordFields?["count"] as? Int64 == 3)
    #expect(query.recordFields?["distance"] as? Double == 12.5)
    #expect(query.subscriptionOwnerUserRecordID == CKRecord.ID(recordName: "_ann"))
    #expect(query.containerIdentifier == "iCloud.x" && query.badge == 7)
    #expect(query.alertBody == "New" && query.alertLocalizationKey == "K")
    #expect(query.alertLocalizationArgs == ["a", "b"] && query.title == "T")
    #expect(query.titleLocalizationKey == "TK" && query.titleLocalizationArgs == ["c"])
    #expect(query.subtitle == "S" && query.subtitleLocalizationKey == "SK")
    #expect(query.subtitleLocalizationArgs == ["d"] && query.alertActionLocalizationKey == "A")
    #expect(query.alertLaunchImage == "I" && query.soundName == "bell" && query.category == "C")
    // An archived identifier is equal to the original.
    let id = try #require(query.notificationID)
    let data = try NSKeyedArchiver.archivedData(withRootObject: id, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKNotification.ID.self, from: data)
    #expect(read == id)
  }

  @Test func `zone and database notifications have their own classes`() throws {
    let zone = try dictionary(
      #"{"aps":{"content-available":1},"ck":{"nid":"n","cid":"c","fet":{"zid":"Z","zoid":"_a","dbs":2,"sid":"s"}}}"#
    )
    let changed = try #require(CKRecordZoneNotification(fromRemoteNotificationDictionary: zone))
    #expect(changed.recordZoneID == CKRecordZone.ID(zoneName: "Z"))
    #expect(changed.databaseScope == .private && changed.badge == nil && changed.alertBody == nil)
    let database = try dictionary(
      #"{"aps":{},"ck":{"nid":"n","cid":"c","met":{"dbs":3,"sid":"s"}}}"#)
    let any = try #require(CKNotification(fromRemoteNotificationDictionary: database))
    #expect((any as? CKDatabaseNotification)?.databaseScope == .shared)
    #expect(any.notificationType == .database && any.subscriptionID == "s")
    #expect(CKQueryNotification(fromRemoteNotificationDictionary: database) == nil)
  }

  @Test(
    arguments: [
      "{}", #"{"aps":{"alert":"hello"}}"#, #"{"ck":7}"#, #"{"ck":{}}"#,
      #"{"ck":{"nid":"n","cid":"c"}}"#, #"{"ck":{"nid":"n","cid":"c","met":{"dbs":9}}}"#,
      #"{"ck":{"nid":"n","cid":"c","qry":{"dbs":2,"fo":4}}}"#,
    ])
  func `other dictionaries are not CloudKit notifications`(_ json: String) throws {
    #expect(CKNotification(fromRemoteNotificationDictionary: try dictionary(json)) == nil)
  }

  @Test func `dictionaries with values outside JSON are not notifications`() {
    #expect(CKNotification(fromRemoteNotificationDictionary: ["ck": Date()]) == nil)
    #expect(
      CKNotification(fromRemoteNotificationDictionary: [7: "x", "ck": ["nid": Double.nan]]) == nil)
  }
}
