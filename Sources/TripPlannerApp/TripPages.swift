// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Hummingbird
package import PageKit
import TravelFiles
package import TripPlanner
import Weather

/// The pages of the trips.
package struct TripPages: PageModule {
  /// The number of trips on the start page.
  private static let latestCount = 3
  private static let weatherService = "weather-service"

  private let library: TripLibrary
  private let feeds: FeedSecrets
  private let weather: WeatherUpdates
  private let stages = ImportStages()

  /// The pages of a library.
  ///
  /// - Parameters:
  ///   - library: The trips.
  ///   - folder: The folder of the files with the secrets of feeds and the weather; nil keeps them in memory.
  package init(library: TripLibrary, folder: URL? = nil) {
    self.library = library
    feeds = FeedSecrets(folder: folder)
    weather = WeatherUpdates(folder: folder)
  }

  package var navigation: PageLink? { TripSite.list }

  package var assets: [Asset] { [TripStylesheet.asset, TripScript.asset] }

  package var secretFolders: [String] { [TripPaths.feeds] }

  package var templates: [String: String] {
    [
      TripPageHead.name: TripPageHead.template,
      TripHeader.name: TripHeader.template,
      TripHeader.noticesName: TripHeader.noticesTemplate,
      TripStop.name: TripStop.template,
      TripListPage.name: TripListPage.template,
      FormPage.name: FormPage.template,
      TimelinePage.name: TimelinePage.template,
      DayPage.name: DayPage.template,
      SegmentPage.name: SegmentPage.template,
      SegmentPage.endName: SegmentPage.endTemplate,
      TransferForm.name: TransferForm.template,
      PlacePage.name: PlacePage.template,
      MapPage.name: MapPage.template,
      PackingPage.name: PackingPage.template,
      TemplatesPage.name: TemplatesPage.template,
      DocumentsPage.name: DocumentsPage.template,
      BudgetPage.name: BudgetPage.template,
      BudgetPage.barName: BudgetPage.barTemplate,
      PeoplePage.name: PeoplePage.template,
      ActivityPage.name: ActivityPage.template,
      ActivityPage.entryName: ActivityPage.entryTemplate,
      AllActivityPage.name: AllActivityPage.template,
      FindingsPage.name: FindingsPage.template,
      FindingsPage.itemName: FindingsPage.itemTemplate,
      DeletedPage.name: DeletedPage.template,
      ImportPage.name: ImportPage.template,
      SharePage.name: SharePage.template,
      DeleteTripPage.name: DeleteTripPage.template,
      PurgePage.name: PurgePage.template,
      PrintPage.name: PrintPage.template,
    ]
  }

  package func addRoutes(to router: PageRouter, site: Site) {
    let site = TripSite(
      library: library, site: site, stages: stages, feeds: feeds, weather: weather)
    TripListRoutes(site: site).add(to: router)
    ImportRoutes(site: site).add(to: router)
    TemplateRoutes(site: site).add(to: router)
    DeletedRoutes(site: site).add(to: router)
    FeedRoute(site: site).add(to: router)
    TripFormRoutes(site: site).add(to: router)
    TimelineRoutes(site: site).add(to: router)
    SegmentRoutes(site: site).add(to: router)
    ItemRoutes(site: site).add(to: router)
    TransferRoutes(site: site).add(to: router)
    BookingRoutes(site: site).add(to: router)
    PlaceRoutes(site: site).add(to: router)
    PathRoutes(site: site).add(to: router)
    PackingRoutes(site: site).add(to: router)
    DocumentRoutes(site: site).add(to: router)
    BudgetRoutes(site: site).add(to: router)
    PeopleRoutes(site: site).add(to: router)
    FindingRoutes(site: site).add(to: router)
    LogRoutes(site: site).add(to: router)
    ShareRoutes(site: site).add(to: router)
    PinnedPagesRoute(site: site).add(to: router)
  }

  package func card(site: Site) async throws -> DashboardCard? {
    let site = TripSite(
      library: library, site: site, stages: stages, feeds: feeds, weather: weather)
    let trips = try await library.trips(.active)
    guard !trips.isEmpty else {
      return DashboardCard(
        title: "Trips", path: TripPaths.list,
        add: PageLink("Import bookings", TripPaths.importFiles),
        empty: "Import the booking mails, passes and calendars of a trip, and see flights, hotels "
          + "and plans on one timeline, without a network, too.")
    }
    let format = site.format
    let coming =
      trips.filter { $0.phase == .current }
      + trips.filter { $0.phase == .upcoming }
      .sorted { ($0.trip.startDay ?? "") < ($1.trip.startDay ?? "") }
    let others = trips.filter { $0.phase == .past || $0.phase == .undated }
    let next = coming.first.flatMap {
      format.countdown($0.trip.firstDate, $0.trip.lastDate, today: site.today)
    }
    let problems = try await problems(coming.prefix(Self.latestCount))
    return DashboardCard(
      title: "Trips", path: TripPaths.list, add: PageLink("New trip", TripPaths.new),
      figures: [
        FigureTile("Coming", "\(coming.count)"), FigureTile("All", "\(trips.count)"),
        FigureTile("Next", next ?? "–"),
      ],
      latest: (coming + others).prefix(Self.latestCount).map { result($0, format: format) },
      problems: problems)
  }

  /// Links to the coming trips with findings.
  private func problems(_ trips: some Collection<TripSummary>) async throws -> [PageLink] {
    var links: [PageLink] = []
    for trip in trips {
      let count = try await library.findings(trip.id).count
      guard count > 0 else { continue }
      links.append(
        PageLink(
          "\(TripFormat.count(count, "thing")) to check in \(trip.trip.title)",
          TripPaths.page(trip.id, TripTab.findings.rawValue)))
    }
    return links
  }

  private func result(_ summary: TripSummary, format: TripFormat) -> SearchResult {
    let trip = summary.trip
    let parts = [
      trip.destination.isEmpty ? nil : trip.destination,
      summary.segmentCount > 0 ? TripFormat.count(summary.segmentCount, "journey") : nil,
      summary.itemCount.flatMap { $0 > 0 ? TripFormat.count($0, "plan") : nil },
    ].compactMap(\.self)
    return SearchResult(
      title: trip.title, path: TripPaths.trip(trip.id),
      date: format.range(trip.firstDate, trip.lastDate),
      detail: parts.isEmpty ? nil : parts.joined(separator: " · "))
  }

  package func settings() async throws -> [SettingField] {
    var hint =
      "Shows the weather of the next 16 days on the days of trips. The service receives the positions "
      + "of the days, rounded to a kilometre. Empty: off."
    var service = ""
    do {
      service = try weather.setting.service() ?? ""
      if let failure = weather.failure {
        hint += " The last request failed: \(failure)."
      }
    } catch {
      hint += " The stored address can't be read; saving replaces it."
    }
    return [
      SettingField(
        id: Self.weatherService, label: "Weather service", value: service,
        placeholder: OpenMeteo.publicService, hint: hint)
    ]
  }

  package func checkSettings(_ form: FormFields) async throws {
    if let text = form[Self.weatherService] { _ = try Self.service(text) }
  }

  /// The address of a weather service; nil for an empty text.
  private static func service(_ text: String) throws -> String? {
    guard TripInput.text(text) != nil else { return nil }
    guard let service = OpenMeteo.service(text) else {
      throw FieldProblem(
        "This is not the address of a web service, such as \(OpenMeteo.publicService).",
        field: weatherService)
    }
    return service
  }

  package func applySettings(_ form: FormFields) async throws {
    guard let text = form[Self.weatherService] else { return }
    guard let service = try Self.service(text) else { return try weather.setService(nil) }
    // An unchanged address retains the time of the next attempt.
    if (try? weather.setting.service()) != service { try weather.setService(service) }
  }

  package func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    let site = TripSite(
      library: library, site: site, stages: stages, feeds: feeds, weather: weather)
    return try await site.results(text, limit: limit)
  }
}
