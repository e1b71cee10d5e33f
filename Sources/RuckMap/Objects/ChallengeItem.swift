// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A challenge, in SI units.
package struct ChallengeItem: RuckObject {
  package static let noun = "challenge"

  package var id = UUID()
  package var name = ""
  package var details = ""
  package var metric = TargetMetric.distance
  package var rule = ChallengeRule.total
  /// The value to reach in SI units; nil for none.
  package var target: Double?
  /// Kilograms that a ruck must carry to count; nil for none.
  package var minimumPackWeight: Double?
  /// Metres that a ruck must have to count; nil for none.
  package var minimumDistance: Double?
  package var startDate: Date
  /// The end, which does not belong to the challenge.
  package var endDate: Date
  package var visibility = PrivacyLevel.private
  /// The group; nil for a challenge of single users.
  package var group: UUID?

  package private(set) var groupName: String?
  package private(set) var participants = 0

  /// A new challenge.
  package init(startDate: Date, endDate: Date) {
    (self.startDate, self.endDate) = (startDate, endDate)
  }

  package init(_ model: Challenge) {
    id = model.id
    name = model.name
    details = model.details ?? ""
    metric = model.metric
    rule = model.rule
    target = model.target > 0 ? model.metric.toSI(model.target) : nil
    minimumPackWeight = model.minimumPackWeight.map(Mass.kilograms(pounds:))
    minimumDistance = model.minimumDistance.map(Length.metres(miles:))
    startDate = model.startDate
    endDate = model.endDate
    visibility = model.visibility
    group = model.group?.id
    groupName = model.group?.name
    participants = model.participants.count
  }

  package var title: String { name }

  package static var all: FetchDescriptor<Challenge> {
    FetchDescriptor(sortBy: [SortDescriptor(\.endDate, order: .reverse), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Challenge> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    try RuckObjectError.check(target, "Target", in: 0...1e12, unit: "", field: "target")
    if rule == .target, target ?? 0 <= 0 {
      throw .invalid("Target: a challenge by target needs a value above 0.", field: "target")
    }
    try RuckObjectError.check(
      minimumPackWeight, "Pack", in: 0...500, unit: "kg", field: "minimum-pack")
    try RuckObjectError.check(
      minimumDistance, "Distance", in: 0...1e7, unit: "m", field: "minimum-distance")
    try RuckObjectError.check(from: startDate, to: endDate, field: "end")
  }

  package func makeModel(owner: User) -> Challenge {
    let model = Challenge(
      name: name, metric: metric, rule: rule, target: 0, startDate: startDate, endDate: endDate,
      creator: owner)
    model.participants = [owner]
    return model
  }

  package static func limit(_ model: Challenge, to audience: PrivacyLevel) {
    model.visibility = model.visibility.limited(to: audience)
  }

  package func write(to model: Challenge, in context: ModelContext) throws {
    model.name = name
    model.details = details.isEmpty ? nil : details
    model.metric = metric
    model.rule = rule
    model.target = metric.fromSI(target ?? 0)
    model.minimumPackWeight = minimumPackWeight.map(Mass.pounds(kilograms:))
    model.minimumDistance = minimumDistance.map(Length.miles(metres:))
    model.startDate = startDate
    model.endDate = endDate
    model.visibility = visibility
    model.group = try context.related(GroupItem.self, group)
  }
}

extension ModelContext {
  /// Returns a related object; nil for no identifier.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  func related<Object: RuckObject>(_ type: Object.Type, _ id: UUID?) throws -> Object.Model? {
    guard let id else { return nil }
    guard let model = try fetch(Object.descriptor(for: id)).first else {
      throw RuckObjectError.notFound(Object.noun, id: id.uuidString.lowercased())
    }
    return model
  }
}

/// A participant's place in a challenge.
package struct ChallengeStanding: Sendable, Hashable, Identifiable {
  package var id: UUID
  package var name: String
  /// The value in SI units.
  package var value: Double
  /// The time at which the target was reached; nil if it is not reached, or if there is none.
  package var reachedAt: Date?
  /// The number of rucks that count.
  package var rucks: Int
  /// The place from 1; equal values share a place.
  package var place: Int
}
