// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit
package import Rowing

/// The pages of the rowing tracker.
package struct RowPages: PageModule {
  /// The number of sessions on the start page.
  private static let latestCount = 3

  private let library: RowingLibrary

  /// The pages of a library.
  package init(library: RowingLibrary) { self.library = library }

  package var navigation: PageLink? { RowSite.list }

  package var templates: [String: String] {
    [
      DataTable.name: DataTable.template,
      ChoiceField.name: ChoiceField.template,
      Plot.name: Plot.template,
      RowTabs.name: RowTabs.template,
      SessionListPage.name: SessionListPage.template,
      SessionListPage.fragmentName: SessionListPage.fragmentTemplate,
      SessionListPage.uploadName: SessionListPage.uploadTemplate,
      SessionDetailPage.name: SessionDetailPage.template,
      SessionDetailPage.fragmentName: SessionDetailPage.fragmentTemplate,
      SessionDetailPage.editName: SessionDetailPage.editTemplate,
      StrokesPage.name: StrokesPage.template,
      RowDeletePage.name: RowDeletePage.template,
      RowImportPage.name: RowImportPage.template,
      LivePage.name: LivePage.template,
      LivePage.fragmentName: LivePage.fragmentTemplate,
      FigureFilter.name: FigureFilter.template,
      FigurePage.name: FigurePage.template,
      ZonesPage.name: ZonesPage.template,
      AthletesPage.name: AthletesPage.template,
      AthletePage.name: AthletePage.template,
      AthletePage.fieldsName: AthletePage.fieldsTemplate,
      AthletePage.pictureName: AthletePage.pictureTemplate,
      TeamPage.name: TeamPage.template,
      BoardPage.name: BoardPage.template,
      BoardPage.fragmentName: BoardPage.fragmentTemplate,
    ]
  }

  package func addRoutes(to router: PageRouter, site: Site) {
    let site = RowSite(library: library, site: site)
    SessionListRoute(site: site).add(to: router)
    RowImportRoute(site: site).add(to: router)
    SessionRoute(site: site).add(to: router)
    StrokesRoute(site: site).add(to: router)
    SessionFileRoute(site: site).add(to: router)
    DeleteSessionRoute(site: site).add(to: router)
    LiveRoute(site: site).add(to: router)
    RecordsRoute(site: site).add(to: router)
    CurveRoute(site: site).add(to: router)
    ZonesRoute(site: site).add(to: router)
    LoadRoute(site: site).add(to: router)
    CompareRoute(site: site).add(to: router)
    CompareAthletesRoute(site: site).add(to: router)
    AthletesRoute(site: site).add(to: router)
    AthleteRoute(site: site).add(to: router)
    AthletePictureRoute(site: site).add(to: router)
    BoardRoute(site: site).add(to: router)
    TeamRoute(site: site).add(to: router)
    AnalyticsRoute(site: site).add(to: router)
  }

  package func card(site: Site) async throws -> DashboardCard? {
    let add = PageLink("Add sessions", RowPaths.uploadForm)
    let viewer = try await library.viewer()
    let shown = SessionQuery(pageSize: Self.latestCount).restricted(to: viewer)
    let page = try await library.sessions(shown)
    guard page.count > 0 else {
      return DashboardCard(
        title: "Rowing", path: RowPaths.list, add: add,
        empty:
          "Add a season of the Concept2 logbook, or a workout of a monitor, an app or a watch, "
          + "to see records, power curve and training load.")
    }
    let site = RowSite(library: library, site: site)
    let season = try await library.latestSeason(shown, in: site.calendar.calendar)
    var figures = [
      FigureTile("Sessions", RowFormat.number(Double(page.count), "")),
      FigureTile("Distance", RowFormat.distance(page.distance)),
    ]
    if let season {
      figures.append(
        FigureTile("Season \(season.label)", RowFormat.distance(season.distance)))
    }
    return DashboardCard(
      title: "Rowing", path: RowPaths.list, add: add, figures: figures,
      picture: try await site.year(shown), latest: page.sessions.map { result($0, site: site) },
      problems: try await running(for: viewer))
  }

  /// Links to the sessions that are being recorded.
  private func running(for viewer: RowingViewer) async throws -> [PageLink] {
    try await library.activeSessions().filter { viewer.shows($0.athleteID) }.prefix(3).map {
      PageLink("\($0.athleteName ?? "Somebody") is rowing now", RowPaths.live)
    }
  }

  package func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    let site = RowSite(library: library, site: site)
    let viewer = try await library.viewer()
    return try await library.search(text, limit: limit, for: viewer).map { result($0, site: site) }
  }

  package func settings() async throws -> [SettingField] {
    let athletes = try await library.athletes()
    guard !athletes.isEmpty else { return [] }
    let chosen = try await library.viewer().athlete
    return [
      SettingField(
        id: Self.personField, label: "Rowing: the person who uses this machine",
        value: chosen.map { RowPaths.text($0.id) } ?? Self.everybody,
        hint: "The role of the person selects pages and commands. It protects nothing: each user "
          + "of this machine can choose another person.",
        choices: [(Self.everybody, "Everybody, with all pages")]
          + athletes.map { (RowPaths.text($0.id), "\($0.name), \($0.role.rawValue)") })
    ]
  }

  package func applySettings(_ form: FormFields) async throws {
    guard let value = form[Self.personField] else { return }
    if value == Self.everybody {
      try await library.setViewer(nil)
      return
    }
    if let id = UUID(uuidString: value), try await library.athlete(id) != nil {
      try await library.setViewer(id)
    }
  }

  private static let personField = "rowing-person"
  private static let everybody = "everybody"

  private func result(_ session: SessionSummary, site: RowSite) -> SearchResult {
    let pace = session.paceText ?? RowFormat.pace(session.pace)
    let figures =
      "\(RowFormat.time(session.duration)), \(pace) /\(Int(session.paceDistance)) m"
    return SearchResult(
      title: SessionTitle.text(session), path: RowPaths.session(session.id),
      date: site.calendar.date(session.startedAt),
      detail: SessionTitle.hasWorkout(session)
        ? "\(RowFormat.distance(session.distance)) in \(figures)" : figures)
  }
}
