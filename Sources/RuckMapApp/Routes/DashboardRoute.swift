// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The dashboards: one for each kind of rucker, and one for families.
enum Dashboard: String, CaseIterable, Sendable {
  case mission, training, city, steady, trail, family, overview

  /// The dashboard of a persona.
  init(persona: UserPersona) {
    self =
      switch persona {
      case .militaryVeteran: .mission
      case .fitnessEnthusiast: .training
      case .urbanProfessional: .city
      case .healthConsciousRetiree: .steady
      case .outdoorAdventurer: .trail
      case .general: .overview
      }
  }

  var title: String {
    switch self {
    case .mission: "Mission Ready"
    case .training: "Peak Training"
    case .city: "City Rhythm"
    case .steady: "Steady Health"
    case .trail: "Trail Ready"
    case .family: "Family Fitness"
    case .overview: "Overview"
    }
  }

  /// The theme.
  var theme: AppTheme {
    switch self {
    case .mission: .military
    case .training, .city: .fitness
    case .steady, .trail, .family, .overview: .outdoor
    }
  }

  /// The cards in their order.
  fileprivate var cards: [DashboardPart] {
    switch self {
    case .mission: [.week, .standards, .challenges, .gear]
    case .training: [.week, .load, .goals, .records]
    case .city: [.week, .challenges, .groups, .events, .activity]
    case .steady: [.week, .health, .goals, .safeRoutes]
    case .trail: [.week, .routes, .records, .gear]
    case .family: [.week, .goals, .safeRoutes, .groups]
    case .overview: [.week, .goals, .latest, .gear]
    }
  }
}

/// A card of a dashboard.
private enum DashboardPart: Sendable {
  case week, standards, challenges, gear, load, goals, records, groups, events, health, safeRoutes,
    routes, latest, activity
}

/// GET /rucks/dashboard and /rucks/dashboard/:kind.
struct DashboardRoute: Sendable {
  /// The number of lines of a card.
  private static let lines = 5

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.dashboard.path)) { request, _ in
      let persona = try await site.library.profile().persona
      return try await page(Dashboard(persona: persona), request)
    }
    router.get(RouterPath("\(RuckTab.dashboard.path)/:kind")) { request, context in
      guard let kind = context.parameters.get("kind").flatMap(Dashboard.init(rawValue:)) else {
        throw PageError.notFound
      }
      return try await page(kind, request)
    }
  }

  private static func path(_ kind: Dashboard) -> String {
    "\(RuckTab.dashboard.path)/\(kind.rawValue)"
  }

  private func page(_ kind: Dashboard, _ request: Request) async throws -> Response {
    let format = try await site.format()
    var model = try await site.sections(
      .dashboard, heading: kind.title, path: request.uri.path, request: request)
    let profile = try await site.library.profile()
    var manager = ThemeManager(profile: profile)
    manager.currentTheme = kind.theme
    model.themeClasses = manager.classes
    let glass = manager.glassConfiguration
    let card = LiquidGlassCard(tint: glass.primaryTint, intensity: glass.intensity)
    model.statsPanel = try await week(format)
    var parts = kind.cards
    if profile.display.showSocialFeatures {
      for part in [DashboardPart.challenges, .groups, .activity] where !parts.contains(part) {
        parts.append(part)
      }
    }
    for part in parts where part != .week {
      model.cards.append(try await self.card(part, card, format))
    }
    model.forms = [
      SectionCard("others", "Other dashboards", isWide: true).links(
        Dashboard.allCases.filter { $0 != kind }.map { .link($0.title, Self.path($0)) })
    ]
    model.noteLinks = try await RunningLinks.links(site.library)
    model.startButton = AnimatedGlassButton(
      model.noteLinks.isEmpty ? "Start rucking" : "Show the recording", path: RecordPaths.page)
    model.floating = FloatingActionButton("Add rucks", path: RuckPaths.uploadForm)
    return site.page(model)
  }

  /// The figures of the present week.
  private func week(_ format: FieldFormat) async throws -> RuckingStatsPanel {
    let week = format.calendar.calendar.dateInterval(of: .weekOfYear, for: .now)
    var query = RuckQuery(from: week?.start, to: week?.end)
    var stats = RuckingStats(distance: 0, time: 0, calories: 0, weight: 0)
    var (count, pages) = (0, 1)
    while query.page <= pages {
      let result = try await site.library.rucks(query, in: format.calendar.calendar)
      for ruck in result.rucks {
        stats.distance += Length.miles(metres: ruck.distance)
        stats.time += ruck.duration
        stats.calories += ruck.calories?.kilocalories ?? 0
        stats.weight += Mass.pounds(kilograms: ruck.packWeight)
      }
      count += result.rucks.count
      pages = result.pages
      query.page += 1
    }
    if count > 0 { stats.weight /= Double(count) }
    return RuckingStatsPanel(
      stats: stats, title: "This week: \(RuckWords.count(count, "ruck"))",
      unitSystem: format.unitSystem)
  }

  private func card(
    _ part: DashboardPart, _ glass: LiquidGlassCard, _ format: FieldFormat
  ) async throws -> SectionCard {
    switch part {
    case .week: return SectionCard("week", "This week", glass: glass)
    case .standards: return try await standards(glass, format)
    case .challenges: return try await challenges(glass, format)
    case .gear: return try await gear(glass, format)
    case .load: return try await load(glass, format)
    case .goals: return try await goals(glass, format)
    case .records: return try await records(glass, format)
    case .groups: return try await groups(glass)
    case .events: return try await events(glass, format)
    case .health: return try await health(glass, format)
    case .safeRoutes:
      return routes("Safe routes", try await SafetyRoutes.safeRoutes(site.library), glass, format)
    case .routes:
      return routes(
        "Routes",
        try await site.library.routes().sorted { $0.completions > $1.completions }, glass, format)
    case .latest: return try await latest(glass, format)
    case .activity: return try await activity(glass, format)
    }
  }

  private func standards(
    _ glass: LiquidGlassCard, _ format: FieldFormat
  ) async throws -> SectionCard {
    let results = try await site.library.standardResults().filter { $0.best != nil }
    return SectionCard(
      "standards", "Test progress", note: "\(results.count(where: \.isPassed)) passed",
      glass: glass
    ).meters(
      results.prefix(Self.lines).map { result in
        let time = result.best?.effort.time ?? 0
        let limit = result.standard.time
        return .init(
          result.standard.name,
          "\(format.measure.duration(time)) of \(format.measure.duration(limit))",
          fraction: time > 0 ? limit / time : 0)
      }
    ).lines(
      [], empty: results.isEmpty ? "No ruck is long and heavy enough for a standard yet." : nil
    ).links(.link("All standards", StatisticsRoutes.standards))
  }

  private func challenges(
    _ glass: LiquidGlassCard, _ format: FieldFormat
  ) async throws -> SectionCard {
    let running = try await site.library.objects(ChallengeItem.self)
      .filter { GoalRoutes.isRunning($0) }
    var lines: [SectionCard.Line] = []
    for challenge in running.prefix(Self.lines) {
      let standings = try await site.library.standings(
        of: challenge.id, in: format.calendar.calendar)
      lines.append(
        .init(
          challenge.name,
          path: "\(ObjectKind<ChallengeItem>.challenges.path)/\(RuckPaths.text(challenge.id))",
          detail: standings.first.map {
            "\($0.name) leads with "
              + MetricFormat(metric: challenge.metric, format: format).text($0.value)
          }, end: "until \(format.lastDay(challenge.endDate))"))
    }
    return SectionCard("challenges", "Challenges", glass: glass)
      .lines(lines, empty: "No challenge is running.")
      .links(.link("New challenge", ObjectKind<ChallengeItem>.challenges.path + "/new"))
  }

  private func gear(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    let items = try await site.library.objects(GearItem.self).filter(\.isActive)
      .sorted { ($0.remainingLife ?? 2) < ($1.remainingLife ?? 2) }
    return SectionCard("gear", "Equipment status", glass: glass).lines(
      items.prefix(Self.lines).map { item in
        .init(
          item.name, path: "\(RuckTab.gear.path)/\(RuckPaths.text(item.id))",
          detail: format.measure.distance(item.distance),
          end: item.remainingLife.map { "\(Int(($0 * 100).rounded())) % left" },
          chip: GearState(item).chip, isWarning: true)
      }, empty: "There is no gear yet. Add a pack or boots to see their wear."
    ).links(
      items.isEmpty
        ? .link("Add gear", "\(RuckTab.gear.path)/new") : .link("All gear", RuckTab.gear.path))
  }

  private func load(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    let today = try await site.library.trainingLoad(
      from: .now, to: .now, in: format.calendar.calendar
    ).last
    func text(_ value: Double?) -> String {
      value.map { FieldFormat.number($0.rounded()) } ?? "--"
    }
    return SectionCard("load", "Training load", glass: glass).metrics([
      MetricCard("Fitness", text(today?.longAverage), note: "42 days"),
      MetricCard("Fatigue", text(today?.shortAverage), note: "7 days"),
      MetricCard("Balance", text(today?.balance)),
    ]).links(.link("Load", StatisticsRoutes.load))
  }

  private func goals(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    let goals = try await site.library.goals(in: format.calendar.calendar)
      .filter(\.goal.isActive)
    return SectionCard("goals", "Goals", glass: glass)
      .meters(goals.prefix(Self.lines).map { GoalRoutes.meter($0, format) })
      .lines([], empty: goals.isEmpty ? "There is no goal yet, such as 20 km a week." : nil)
      .links(
        goals.isEmpty
          ? .link("Set a goal", "\(RuckTab.goals.path)/new")
          : .link("All goals", RuckTab.goals.path))
  }

  private func records(
    _ glass: LiquidGlassCard, _ format: FieldFormat
  ) async throws -> SectionCard {
    let records = try await site.library.records()
    let lines = records.fastest.prefix(Self.lines).map { record in
      SectionCard.Line(
        RuckWords.recordDistance(record.effort.distance), path: RuckPaths.ruck(record.ruck.id),
        detail: "with \(format.measure.weight(record.ruck.packWeight))",
        end: format.measure.duration(record.effort.time))
    }
    return SectionCard("records", "Records", glass: glass)
      .lines(lines, empty: "No ruck has times yet.")
      .links(.link("All records", StatisticsRoutes.records))
  }

  private func groups(_ glass: LiquidGlassCard) async throws -> SectionCard {
    SectionCard("groups", "Groups", glass: glass).lines(
      try await site.library.objects(GroupItem.self).prefix(Self.lines).map {
        .init(
          $0.name, path: "\(RuckTab.groups.path)/\(RuckPaths.text($0.id))",
          end: RuckWords.count($0.members.count, "member"))
      }, empty: "There is no group yet."
    ).links(.link("Groups and events", RuckTab.groups.path))
  }

  private func events(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    SectionCard("events", "Coming events", glass: glass).lines(
      try await site.library.objects(EventItem.self).filter { $0.startDate >= .now }
        .prefix(Self.lines).map { GroupRoutes.line($0, format) }, empty: "No event is planned."
    ).links(.link("Plan an event", ObjectKind<EventItem>.events.path + "/new"))
  }

  private func health(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    let profile = try await site.library.profile()
    let latest = try await site.library.objects(MeasurementItem.self).first
    return SectionCard("health", "Health", glass: glass).metrics([
      MetricCard("Weight", format.measure.weight(profile.bodyWeight)),
      MetricCard(
        "Resting heart rate", latest?.restingHeartRate.map { "\($0) bpm" } ?? "--"),
      MetricCard(
        "Sleep", format.measure.duration(latest?.sleepHours.map { $0 * 3600 }, style: .minutes)),
    ]).links(.link("Health", RuckTab.health.path))
  }

  private func routes(
    _ title: String, _ routes: [RouteItem], _ glass: LiquidGlassCard, _ format: FieldFormat
  ) -> SectionCard {
    SectionCard("routes", title, glass: glass).lines(
      routes.prefix(Self.lines).map {
        .init(
          $0.name, path: "\(RuckTab.routes.path)/\(RuckPaths.text($0.id))",
          detail: "\($0.difficulty.displayName), \(format.measure.elevation($0.elevationGain))",
          end: format.measure.distance($0.distance))
      }, empty: "There is no such route yet."
    ).links(.link("All routes", RuckTab.routes.path))
  }

  private func activity(
    _ glass: LiquidGlassCard, _ format: FieldFormat
  ) async throws -> SectionCard {
    SectionCard("activity", "Activity", glass: glass).lines(
      try await FeedRoutes.lines(site.library, limit: Self.lines, format),
      empty: "There is no entry yet."
    ).links(.link("All activity", FeedRoutes.path))
  }

  private func latest(_ glass: LiquidGlassCard, _ format: FieldFormat) async throws -> SectionCard {
    SectionCard("latest", "Latest rucks", glass: glass).lines(
      try await site.library.rucks(RuckQuery()).rucks.prefix(Self.lines).map {
        .init(
          RuckTitle.text($0), path: RuckPaths.ruck($0.id),
          detail: $0.date.map { format.calendar.date($0) },
          end: format.measure.distance($0.distance))
      }, empty: "There is no ruck yet.")
  }
}
