// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension RuckObject {
  package static var activityKind: SocialActivityKind? { nil }

  package static func link(_ entry: SocialActivity, to model: Model) {}
}

extension RouteItem {
  package static var activityKind: SocialActivityKind? { .routeCreated }

  package static func link(_ entry: SocialActivity, to model: Route) { entry.route = model }
}

extension ReviewItem {
  package static var activityKind: SocialActivityKind? { .routeReviewed }

  package static func link(_ entry: SocialActivity, to model: RouteReview) {
    entry.route = model.route
  }
}

extension ChallengeItem {
  package static var activityKind: SocialActivityKind? { .challengeJoined }

  package static func link(_ entry: SocialActivity, to model: Challenge) {
    entry.group = model.group
  }
}

extension EventItem {
  package static var activityKind: SocialActivityKind? { .eventPlanned }

  package static func link(_ entry: SocialActivity, to model: Event) {
    entry.group = model.group
    entry.route = model.route
  }
}
