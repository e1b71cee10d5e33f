// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An entry of the feed.
struct ArchivedActivity: ArchivedObject {
  static let key = "entry"
  static let noun = "feed entry"

  var id: UUID
  var user: UUID?
  var group: UUID?
  var session: UUID?
  var route: UUID?
  var award: UUID?
  var kind: SocialActivityKind
  var createdAt: Date
  var text: String?
  var visibility: PrivacyLevel

  init(_ model: SocialActivity) {
    id = model.id
    user = model.user?.id
    group = model.group?.id
    session = model.session?.id
    route = model.route?.id
    award = model.achievement?.id
    kind = model.kind
    createdAt = model.createdAt
    text = model.text
    visibility = model.visibility
  }

  var title: String { text ?? "" }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: text)
    try ArchivedValues.check(dates: createdAt)
  }

  func makeModel() -> SocialActivity {
    let model = SocialActivity(kind: kind, user: nil, createdAt: createdAt)
    model.id = id
    model.text = text
    model.visibility = visibility
    return model
  }

  func relate(_ model: SocialActivity, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
    model.group = try restorer.stored(Group.self, group)
    model.session = try restorer.stored(RuckingSession.self, session)
    model.route = try restorer.stored(Route.self, route)
    model.achievement = try restorer.stored(Achievement.self, award)
  }
}
