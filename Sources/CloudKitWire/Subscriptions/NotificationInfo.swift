// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The alert, sound, badge and other content of a notification.
///
/// The title, the subtitle and the collapse ID key are not documented for CloudKit Web Services;
/// they have the names of Apple's client API.
package struct NotificationInfo: JSONValue, Sendable, Hashable {
  package var alertBody: String?
  package var alertLocalizationKey: String?
  package var alertLocalizationArgs: [String]?
  package var title: String?
  package var titleLocalizationKey: String?
  package var titleLocalizationArgs: [String]?
  package var subtitle: String?
  package var subtitleLocalizationKey: String?
  package var subtitleLocalizationArgs: [String]?
  package var alertActionLocalizationKey: String?
  package var alertLaunchImage: String?
  package var soundName: String?
  package var shouldBadge: Bool?
  package var shouldSendContentAvailable: Bool?
  package var shouldSendMutableContent: Bool?
  package var additionalFields: [String]?
  package var category: String?
  package var collapseIDKey: String?

  package init() {}

  package static let inWords = "a notification info object"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    alertBody = try object.optional("alertBody")
    alertLocalizationKey = try object.optional("alertLocalizationKey")
    alertLocalizationArgs = try object.optional("alertLocalizationArgs")
    title = try object.optional("title")
    titleLocalizationKey = try object.optional("titleLocalizationKey")
    titleLocalizationArgs = try object.optional("titleLocalizationArgs")
    subtitle = try object.optional("subtitle")
    subtitleLocalizationKey = try object.optional("subtitleLocalizationKey")
    subtitleLocalizationArgs = try object.optional("subtitleLocalizationArgs")
    alertActionLocalizationKey = try object.optional("alertActionLocalizationKey")
    alertLaunchImage = try object.optional("alertLaunchImage")
    soundName = try object.optional("soundName")
    shouldBadge = try object.optional("shouldBadge")
    shouldSendContentAvailable = try object.optional("shouldSendContentAvailable")
    shouldSendMutableContent = try object.optional("shouldSendMutableContent")
    additionalFields = try object.optional("additionalFields")
    category = try object.optional("category")
    collapseIDKey = try object.optional("collapseIDKey")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("alertBody", alertBody)
    writer.member("alertLocalizationKey", alertLocalizationKey)
    writer.member("alertLocalizationArgs", alertLocalizationArgs)
    writer.member("title", title)
    writer.member("titleLocalizationKey", titleLocalizationKey)
    writer.member("titleLocalizationArgs", titleLocalizationArgs)
    writer.member("subtitle", subtitle)
    writer.member("subtitleLocalizationKey", subtitleLocalizationKey)
    writer.member("subtitleLocalizationArgs", subtitleLocalizationArgs)
    writer.member("alertActionLocalizationKey", alertActionLocalizationKey)
    writer.member("alertLaunchImage", alertLaunchImage)
    writer.member("soundName", soundName)
    writer.member("shouldBadge", shouldBadge)
    writer.member("shouldSendContentAvailable", shouldSendContentAvailable)
    writer.member("shouldSendMutableContent", shouldSendMutableContent)
    writer.member("additionalFields", additionalFields)
    writer.member("category", category)
    writer.member("collapseIDKey", collapseIDKey)
    writer.endObject()
  }
}
