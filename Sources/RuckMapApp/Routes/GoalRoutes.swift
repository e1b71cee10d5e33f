// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// Goals, challenges and awards: /rucks/goals and /rucks/challenges.
struct GoalRoutes: Sendable {
  let site: RuckSite

  private var challenges: ObjectKind<ChallengeItem> { .challenges }

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.goals.path)) { request, _ in try await goals(request) }
    ObjectRoutes(site: site, kind: .goals, tab: .goals).add(to: router)
    router.get(RouterPath(challenges.path)) { request, _ in try await goals(request) }
    ObjectRoutes(site: site, kind: challenges, tab: .goals) { path($0) }.add(to: router)
    router.get(RouterPath("\(challenges.path)/:id")) { request, context in
      try await challenge(request, try context.objectID(ChallengeItem.noun))
    }
    router.post(RouterPath("\(challenges.path)/:id/join")) { request, context in
      let id = try context.objectID(ChallengeItem.noun)
      let form = try await FormFields(request, token: site.token)
      let takesPart = form["join"] == "1"
      try await site.library.setParticipation(in: id, takesPart)
      return site.redirect(to: path(id), takesPart ? .joined : .left)
    }
  }

  private func path(_ id: UUID) -> String { "\(challenges.path)/\(RuckPaths.text(id))" }

  // MARK: The list

  private func goals(_ request: Request) async throws -> Response {
    let format = try await site.format()
    let goals = try await site.library.goals(in: format.calendar.calendar)
    let challenges = try await site.library.objects(ChallengeItem.self)
    let awards = try await site.library.awards(in: format.calendar.calendar)
    var model = try await site.sections(.goals, heading: "Goals", request: request)
    model.actions = [
      .primary("New goal", ObjectKind<GoalItem>.goals.path + "/new"),
      .link("New challenge", self.challenges.path + "/new"),
    ]
    model.liveCount = RuckWords.count(goals.count, "goal")
    model.cards = [
      SectionCard(
        "active-goals", "Active goals",
        glass: LiquidGlassCard(tint: .green, intensity: .regular)
      ).meters(goals.filter(\.goal.isActive).map { Self.meter($0, format) })
        .lines(
          goals.filter(\.goal.isActive).map { line($0, format) },
          empty: "There is no goal yet. Set one, such as 20 km a week or 100 rucks a year; the "
            + "progress is computed from your rucks."),
      SectionCard("challenges", "Challenges").lines(
        challenges.map { challenge in
          .init(
            challenge.name, path: path(challenge.id),
            detail: "\(format.day(challenge.startDate)) to \(format.lastDay(challenge.endDate))"
              + (challenge.groupName.map { " · \($0)" } ?? ""),
            end: RuckWords.count(challenge.participants, "person", "people"),
            chip: Self.isRunning(challenge) ? "running" : nil)
        }, empty: "There is no challenge yet."),
    ]
    let ended = goals.filter { !$0.goal.isActive }
    if !ended.isEmpty {
      model.cards.append(
        SectionCard("ended", "Ended goals").lines(ended.map { line($0, format) }))
    }
    if !awards.isEmpty {
      model.cards.append(
        SectionCard("awards", "Awards", note: "\(awards.count)").lines(
          awards.map {
            .init(
              $0.title, path: $0.ruck.map(RuckPaths.ruck),
              end: format.calendar.date($0.earnedAt))
          }))
    }
    return site.page(model)
  }

  static func isRunning(_ challenge: ChallengeItem, at now: Date = .now) -> Bool {
    challenge.startDate <= now && now < challenge.endDate
  }

  static func meter(_ progress: GoalProgress, _ format: FieldFormat) -> SectionCard.Meter {
    let metric = MetricFormat(metric: progress.goal.metric, format: format)
    return .init(
      progress.goal.name,
      "\(metric.text(progress.current?.value ?? 0)) of \(metric.text(progress.goal.target ?? 0))",
      fraction: progress.fraction)
  }

  private func line(_ progress: GoalProgress, _ format: FieldFormat) -> SectionCard.Line {
    let goal = progress.goal
    let pack = goal.minimumPackWeight.map { " with at least \(format.measure.weight($0))" }
    let period = goal.period == .once ? "Once" : "Every \(goal.period.rawValue)"
    return .init(
      goal.name, path: "\(RuckTab.goals.path)/\(RuckPaths.text(goal.id))/edit",
      detail: period + (pack ?? ""),
      end: progress.streak > 1 ? "\(progress.streak) in a row" : nil,
      chip: progress.current?.isReached == true ? "reached" : nil)
  }

  // MARK: A challenge

  private func challenge(_ request: Request, _ id: UUID) async throws -> Response {
    guard let challenge = try await site.library.object(ChallengeItem.self, id) else {
      throw PageError.noSuch(
        ChallengeItem.noun, list: PageLink(challenges.title, challenges.path))
    }
    let format = try await site.format()
    let metric = MetricFormat(metric: challenge.metric, format: format)
    let standings = try await site.library.standings(of: id, in: format.calendar.calendar)
    var model = try await site.sections(
      .goals, heading: challenge.name, path: path(id), request: request)
    model.subtitle =
      "\(format.day(challenge.startDate)) to \(format.lastDay(challenge.endDate))"
      + (challenge.groupName.map { " · \($0)" } ?? "")
    model.actions = [.link("Edit", path(id) + "/edit")]
    model.liveCount = RuckWords.count(standings.count, "person", "people")
    var rules = [
      FigureTile("Figure", MetricFormat.title(challenge.metric)),
      FigureTile("Compared by", RuckWords.title(challenge.rule)),
    ]
    if let target = challenge.target { rules.append(FigureTile("Target", metric.text(target))) }
    if let pack = challenge.minimumPackWeight {
      rules.append(FigureTile("Pack from", format.measure.weight(pack)))
    }
    if let distance = challenge.minimumDistance {
      rules.append(FigureTile("Rucks from", format.measure.distance(distance)))
    }
    model.cards = [
      SectionCard(
        "standings", "Standings", note: Self.isRunning(challenge) ? "running" : nil,
        glass: LiquidGlassCard(tint: .orange, intensity: .regular), isWide: true
      ).table(
        ["Name", "Place", MetricFormat.title(challenge.metric), "Rucks", "Target reached"],
        standings.map { standing in
          .init(
            standing.name,
            [
              "\(standing.place)", metric.text(standing.value), "\(standing.rucks)",
              standing.reachedAt.map { format.calendar.date($0) } ?? "--",
            ])
        }, empty: "Nobody takes part yet."),
      SectionCard("rules", "Rules").figures(rules).prose(challenge.details),
      SectionCard("part", "Take part").lines([
        .init(
          "You", detail: "Standings are computed from your rucks and never stored.",
          buttons: [
            .init(
              "Take part", label: "Take part in \(challenge.name)", action: path(id) + "/join",
              token: site.token, field: ("join", "1")),
            .init(
              "Leave", label: "Leave \(challenge.name)", action: path(id) + "/join",
              token: site.token, field: ("join", "0")),
          ])
      ]),
    ]
    return site.page(model, crumbs: [PageLink("Goals", RuckTab.goals.path)])
  }
}
