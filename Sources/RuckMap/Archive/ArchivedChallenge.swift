// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A challenge with its participants.
struct ArchivedChallenge: ArchivedObject {
  static let key = "challenge"
  static let noun = "challenge"

  var id: UUID
  var creator: UUID?
  var group: UUID?
  var participants: [UUID]
  var name: String
  var details: String?
  var metric: TargetMetric
  var rule: ChallengeRule
  var target: Double
  var minimumPackWeight: Double?
  var minimumDistance: Double?
  var startDate: Date
  var endDate: Date
  var visibility: PrivacyLevel
  var createdAt: Date

  init(_ model: Challenge) {
    id = model.id
    creator = model.creator?.id
    group = model.group?.id
    participants = [UUID](model.participants) { $0.id }
    name = model.name
    details = model.details
    metric = model.metric
    rule = model.rule
    target = model.target
    minimumPackWeight = model.minimumPackWeight
    minimumDistance = model.minimumDistance
    startDate = model.startDate
    endDate = model.endDate
    visibility = model.visibility
    createdAt = model.createdAt
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, details)
    try ArchivedValues.check(numbers: target, minimumPackWeight, minimumDistance)
    try ArchivedValues.check(dates: startDate, endDate, createdAt)
  }

  func makeModel() -> Challenge {
    let model = Challenge(
      name: name, metric: metric, rule: rule, target: target, startDate: startDate,
      endDate: endDate, creator: nil)
    model.id = id
    model.details = details
    model.minimumPackWeight = minimumPackWeight
    model.minimumDistance = minimumDistance
    model.endDate = endDate
    model.visibility = visibility
    model.createdAt = createdAt
    return model
  }

  func relate(_ model: Challenge, with restorer: StoreRestorer) throws {
    model.creator = try restorer.user(creator)
    model.group = try restorer.stored(Group.self, group)
    model.participants = try restorer.users(participants)
  }
}
