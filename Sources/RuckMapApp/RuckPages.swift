// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import PageKit
package import RuckMap

/// RuckMap's pages.
package struct RuckPages: PageModule {
  /// The number of rucks on the start page.
  private static let latestCount = 3

  let library: RuckLibrary
  let weather: PageWeather

  /// The pages of a library.
  ///
  /// - Parameters:
  ///   - library: The rucks.
  ///   - folder: The folder of the file with the weather service; nil stores it in memory.
  package init(library: RuckLibrary, folder: URL? = nil) {
    self.library = library
    weather = PageWeather(folder: folder)
  }

  package var navigation: PageLink? { RuckSite.list }

  package var templates: [String: String] {
    [
      RuckListPage.name: RuckListPage.template,
      RuckListPage.fragmentName: RuckListPage.fragmentTemplate,
      RuckListPage.uploadName: RuckListPage.uploadTemplate,
      RuckPage.name: RuckPage.template,
      RuckPage.fragmentName: RuckPage.fragmentTemplate,
      RuckPage.editName: RuckPage.editTemplate,
      DeleteRuckPage.name: DeleteRuckPage.template,
      ImportResultPage.name: ImportResultPage.template,
      SectionPage.name: SectionPage.template,
      SectionPage.cardName: SectionPage.cardTemplate,
      SectionPage.tabsName: SectionPage.tabsTemplate,
      MetricCard.name: MetricCard.template,
      RuckingStatsPanel.name: RuckingStatsPanel.template,
      FloatingActionButton.name: FloatingActionButton.template,
      AnimatedGlassButton.name: AnimatedGlassButton.template,
      RunningQuestion.name: RunningQuestion.template,
      RecordPage.name: RecordPage.template,
      RecordPage.fragmentName: RecordPage.fragmentTemplate,
    ]
  }

  package var assets: [Asset] { [RuckStylesheet.asset, RuckScript.asset, RecordScript.asset] }

  package func addRoutes(to router: PageRouter, site: Site) {
    let site = RuckSite(library: library, site: site)
    DashboardRoute(site: site).add(to: router)
    StatisticsRoutes(site: site).add(to: router)
    StandardRoutes(site: site).add(to: router)
    CalendarRoute(site: site).add(to: router)
    CompareRoute(site: site).add(to: router)
    ReportRoute(site: site).add(to: router)
    TracksRoute(site: site).add(to: router)
    RouteRoutes(site: site).add(to: router)
    GearRoutes(site: site).add(to: router)
    RuckGearRoute(site: site).add(to: router)
    GoalRoutes(site: site).add(to: router)
    GroupRoutes(site: site).add(to: router)
    EventRoutes(site: site).add(to: router)
    FeedRoutes(site: site).add(to: router)
    PlanRoutes(site: site).add(to: router)
    HealthRoutes(site: site).add(to: router)
    HealthReportRoute(site: site).add(to: router)
    HealthConditionsRoute(site: site).add(to: router)
    SafetyRoutes(site: site).add(to: router)
    ZoneRoutes(site: site).add(to: router)
    TrackEditRoutes(site: site).add(to: router)
    RouteEffortsRoute(site: site).add(to: router)
    BulkEditRoute(site: site).add(to: router)
    RuckEntryRoute(site: site).add(to: router)
    RecordPageRoute(site: site).add(to: router)
    RecordActionRoute(site: site).add(to: router)
    RecordUploadRoute(site: site, weather: weather).add(to: router)
    ListRoute(site: site).add(to: router)
    ListFragmentRoute(site: site).add(to: router)
    RuckRoute(site: site).add(to: router)
    RuckFragmentRoute(site: site).add(to: router)
    EditRuckRoute(site: site).add(to: router)
    SegmentSurfacesRoute(site: site).add(to: router)
    ConfirmDeleteRoute(site: site).add(to: router)
    DeleteRuckRoute(site: site).add(to: router)
    TrackFileRoute(site: site).add(to: router)
    TrackDataRoute(site: site).add(to: router)
    TrackPictureRoute(site: site).add(to: router)
    UndoImportRoute(site: site).add(to: router)
    ImportRoute(site: site).add(to: router)
    ExportRoute(site: site).add(to: router)
  }

  package func card(site: Site) async throws -> DashboardCard? {
    let totals = try await library.totals()
    let rucks = try await library.rucks(RuckQuery()).rucks.prefix(Self.latestCount)
    let problems = try await RunningLinks.links(library)
    guard !rucks.isEmpty else {
      return DashboardCard(
        title: "Rucks", path: RuckPaths.list,
        add: PageLink("Add rucks", RuckPaths.uploadForm), problems: problems,
        empty: "Add a GPX file of your watch or phone to see distance, pace, climb and energy.")
    }
    let unitSystem = try await library.profile().unitSystem
    let format = MeasureFormat(unitSystem: unitSystem)
    let year = try await RuckSite(library: library, site: site).year(unitSystem: unitSystem)
    return DashboardCard(
      title: "Rucks", path: RuckPaths.list,
      add: PageLink("Add rucks", RuckPaths.uploadForm),
      figures: [
        FigureTile("Rucks", "\(totals.count)"),
        FigureTile("Distance", format.distance(totals.distance)),
        FigureTile("Climb", format.elevation(totals.elevationGain)),
        FigureTile("Energy", format.calories(totals.calories)),
      ],
      picture: year, latest: rucks.map { result($0, format: format, site: site) },
      problems: problems)
  }

  package func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    let format = MeasureFormat(unitSystem: try await library.profile().unitSystem)
    let rucks = try await library.search(text, limit: limit, in: site.calendar.calendar)
      .map { result($0, format: format, site: site) }
    return Array((rucks + (try await objects(containing: text, site: site))).prefix(limit))
  }

  /// The routes, gear, groups, challenges, goals, events and plans whose names contain all words of a text.
  private func objects(containing text: String, site: Site) async throws -> [SearchResult] {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    func matches(_ title: String) -> Bool {
      words.allSatisfy { title.localizedStandardContains($0) }
    }
    var results = try await library.routes(containing: text).map {
      SearchResult(
        title: $0.name, path: "\(RuckTab.routes.path)/\(RuckPaths.text($0.id))", detail: "Route")
    }
    results += try await library.objects(GearItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name, path: "\(RuckTab.gear.path)/\(RuckPaths.text($0.id))", detail: "Gear")
    }
    results += try await library.objects(GroupItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name, path: "\(RuckTab.groups.path)/\(RuckPaths.text($0.id))",
        detail: "Group")
    }
    results += try await library.objects(ChallengeItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name,
        path: "\(ObjectKind<ChallengeItem>.challenges.path)/\(RuckPaths.text($0.id))",
        detail: "Challenge")
    }
    results += try await library.objects(GoalItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name, path: "\(RuckTab.goals.path)/\(RuckPaths.text($0.id))/edit",
        detail: "Goal")
    }
    results += try await library.objects(PlanItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name, path: "\(RuckTab.plans.path)/\(RuckPaths.text($0.id))",
        detail: "Training plan")
    }
    results += try await library.objects(EventItem.self).filter { matches($0.name) }.map {
      SearchResult(
        title: $0.name,
        path: EventRoutes.path($0.id),
        date: site.calendar.date($0.startDate), detail: "Event")
    }
    return results
  }

  private func result(_ ruck: RuckSummary, format: MeasureFormat, site: Site) -> SearchResult {
    SearchResult(
      title: RuckTitle.text(ruck), path: RuckPaths.ruck(ruck.id),
      date: ruck.date.map { site.calendar.date($0) },
      detail: "\(format.distance(ruck.distance)) with \(format.weight(ruck.packWeight))")
  }
}
