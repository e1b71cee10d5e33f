// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
package import PageKit
package import RuckMap

/// RuckMap's pages.
package struct RuckPages: PageModule {
  static let list = PageLink("Rucks", RuckPaths.list)
  /// The number of rucks on the start page.
  private static let latestCount = 3
  /// The name of the form field of the body weight.
  private static let bodyWeight = "body-weight"

  private let library: RuckLibrary

  /// The pages of a library.
  package init(library: RuckLibrary) { self.library = library }

  package var navigation: PageLink? { Self.list }

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
      RecordPage.name: RecordPage.template,
      RecordPage.fragmentName: RecordPage.fragmentTemplate,
    ]
  }

  package var assets: [Asset] { [RecordScript.asset] }

  package func addRoutes(to router: PageRouter, site: Site) {
    let site = RuckSite(library: library, site: site)
    RecordPageRoute(site: site).add(to: router)
    RecordActionRoute(site: site).add(to: router)
    RecordUploadRoute(site: site).add(to: router)
    ListRoute(site: site).add(to: router)
    ListFragmentRoute(site: site).add(to: router)
    RuckRoute(site: site).add(to: router)
    RuckFragmentRoute(site: site).add(to: router)
    EditRuckRoute(site: site).add(to: router)
    ConfirmDeleteRoute(site: site).add(to: router)
    DeleteRuckRoute(site: site).add(to: router)
    TrackFileRoute(site: site).add(to: router)
    TrackDataRoute(site: site).add(to: router)
    UndoImportRoute(site: site).add(to: router)
    ImportRoute(site: site).add(to: router)
  }

  package func card(site: Site) async throws -> DashboardCard? {
    let totals = try await library.totals()
    let rucks = try await library.rucks(RuckQuery()).rucks.prefix(Self.latestCount)
    guard !rucks.isEmpty else {
      return DashboardCard(
        title: "Rucks", path: RuckPaths.list,
        add: PageLink("Add rucks", RuckPaths.uploadForm),
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
      picture: year, latest: rucks.map { result($0, format: format, site: site) })
  }

  package func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    let format = MeasureFormat(unitSystem: try await library.profile().unitSystem)
    return try await library.search(text, limit: limit, in: site.calendar.calendar)
      .map { result($0, format: format, site: site) }
  }

  package func settings() async throws -> [SettingField] {
    let profile = try await library.profile()
    let format = MeasureFormat(unitSystem: profile.unitSystem)
    return [
      SettingField(
        id: "units", label: "Units", value: profile.unitSystem.rawValue,
        choices: [("metric", "Kilometres and kilograms"), ("imperial", "Miles and pounds")]),
      SettingField(
        id: Self.bodyWeight, label: "Body weight",
        value: profile.bodyWeight.map { format.weight($0) } ?? "",
        placeholder: profile.unitSystem == .imperial ? "180 lb" : "80 kg",
        hint: "For the energy of rucks that you import from now on. Empty: "
          + "\(format.weight(Carrier.assumedBodyMass)) is assumed."),
    ]
  }

  package func applySettings(_ form: FormFields) async throws {
    let profile = try await library.profile()
    let unitSystem = form["units"].flatMap(UnitSystem.init) ?? profile.unitSystem
    // The field shows a rounded weight, which must not replace the stored one.
    let shown = profile.bodyWeight.map { MeasureFormat(unitSystem: profile.unitSystem).weight($0) }
    let entered = form[Self.bodyWeight].flatMap { $0 == shown ? nil : $0 }
    do {
      let weight = try FieldProblem.mass(entered, unitSystem)
      let isCleared = entered != nil && weight == nil
      try await library.setProfile(
        UserProfileEdit(
          unitSystem: unitSystem, bodyWeight: weight, cleared: isCleared ? [.bodyWeight] : []))
    } catch let error as RuckLibraryError {
      throw FieldProblem(
        "\(error.errorDescription ?? "The value is impossible.")", field: Self.bodyWeight)
    } catch var problem as FieldProblem {
      problem.field = Self.bodyWeight
      throw problem
    }
  }

  private func result(_ ruck: RuckSummary, format: MeasureFormat, site: Site) -> SearchResult {
    SearchResult(
      title: RuckTitle.text(ruck), path: RuckPaths.ruck(ruck.id),
      date: ruck.date.map { site.calendar.date($0) },
      detail: "\(format.distance(ruck.distance)) with \(format.weight(ruck.packWeight))")
  }
}
