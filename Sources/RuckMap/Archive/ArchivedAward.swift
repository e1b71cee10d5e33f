// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A stored award.
struct ArchivedAward: ArchivedObject {
  static let key = "award"
  static let noun = "award"

  var id: UUID
  var user: UUID?
  var challenge: UUID?
  var session: UUID?
  var code: String
  var awardTitle: String
  var value: Double
  var earnedAt: Date

  init(_ model: Achievement) {
    id = model.id
    user = model.user?.id
    challenge = model.challenge?.id
    session = model.session?.id
    code = model.code
    awardTitle = model.title
    value = model.value
    earnedAt = model.earnedAt
  }

  var title: String { awardTitle }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: code, awardTitle)
    try ArchivedValues.check(numbers: value)
    try ArchivedValues.check(dates: earnedAt)
  }

  func makeModel() -> Achievement {
    Achievement(id: id, code: code, title: awardTitle, value: value, earnedAt: earnedAt)
  }

  func relate(_ model: Achievement, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
    model.challenge = try restorer.stored(Challenge.self, challenge)
    model.session = try restorer.stored(RuckingSession.self, session)
  }
}
