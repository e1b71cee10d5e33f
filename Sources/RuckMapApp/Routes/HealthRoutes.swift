// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// Body values, their history and the advice about packs: /rucks/health.
struct HealthRoutes: Sendable {
  let site: RuckSite

  private var kind: ObjectKind<MeasurementItem> { .measurements }

  func add(to router: PageRouter) {
    router.get(RouterPath(kind.path)) { request, _ in try await health(request) }
    ObjectRoutes(site: site, kind: kind, tab: .health).add(to: router)
  }

  private func health(_ request: Request) async throws -> Response {
    let format = try await site.format()
    let profile = try await site.library.profile()
    let measurements = try await site.library.objects(MeasurementItem.self)
    let shown = CardPage(of: measurements, request)
    var model = try await site.sections(
      .health, heading: "Health", path: shown.address(RuckTab.health.path), request: request)
    model.subtitle = "With a passphrase for sync, a server can't read body values."
    model.actions = [
      .primary("Add a measurement", kind.path + "/new"),
      .link("Health conditions", HealthConditionsRoute.path),
      .link("Report for a physician", HealthReportRoute.path),
    ]
    model.liveCount = RuckWords.count(measurements.count, "measurement")
    model.cards = [
      figures(profile, measurements, format), advice(profile, format), zones(profile),
    ]
    if let chart = Self.chart(measurements, format) {
      model.cards.append(
        SectionCard("weights", "Weight", isWide: true).picture(chart.svg + chart.legend))
    }
    model.cards.append(
      SectionCard("history", "Measurements", note: "\(measurements.count)", isWide: true).table(
        ["Day", "Weight", "Body fat", "Resting heart rate", "Sleep"],
        shown.elements.map { row($0, format) }, empty: "There is no measurement yet."
      ).links(shown.links(RuckTab.health.path, "history")))
    return site.page(model)
  }

  private func row(_ item: MeasurementItem, _ format: FieldFormat) -> SectionCard.Row {
    .init(
      format.calendar.date(item.date), path: "\(kind.path)/\(RuckPaths.text(item.id))/edit",
      detail: item.notes.isEmpty ? nil : String(item.notes.prefix(80)),
      [
        format.measure.weight(item.weight),
        item.bodyFat.map { "\(FieldFormat.number($0)) %" } ?? "--",
        item.restingHeartRate.map { "\($0) bpm" } ?? "--",
        format.measure.duration(item.sleepHours.map { $0 * 3600 }, style: .minutes),
      ])
  }

  private func figures(
    _ profile: UserProfile, _ measurements: [MeasurementItem], _ format: FieldFormat
  ) -> SectionCard {
    var tiles = [
      FigureTile("Weight", format.measure.weight(profile.bodyWeight)),
      FigureTile("Height", profile.height.map { format.height($0) } ?? "--"),
    ]
    if let weight = profile.bodyWeight, let height = profile.height, height > 0 {
      let index = weight / (height * height)
      tiles.append(
        FigureTile(
          "Body mass index", String(format: "%.1f", index),
          note: RuckWords.title(BodyMassCategory(index: index))))
    }
    if let fat = measurements.first(where: { $0.bodyFat != nil })?.bodyFat {
      tiles.append(FigureTile("Body fat", "\(FieldFormat.number(fat)) %"))
    }
    if let rate = measurements.first(where: { $0.restingHeartRate != nil })?.restingHeartRate {
      tiles.append(FigureTile("Resting heart rate", "\(rate) bpm"))
    }
    return SectionCard("now", "Now", isWide: true).figures(tiles).prose(
      profile.healthConditions.isEmpty
        ? "" : "Conditions: \(RuckWords.conditions(profile.healthConditions)).",
      profile.height == nil
        ? "Enter your height with the command cairn ruck profile --height \"178 cm\" or in the "
          + "settings to see the body mass index." : "")
  }

  private func advice(_ profile: UserProfile, _ format: FieldFormat) -> SectionCard {
    let card = SectionCard("packs", "Packs")
    guard
      let advice = PackAdvice(
        packWeight: 0, bodyWeight: profile.bodyWeight, fitness: profile.fitnessLevel)
    else { return card.prose("Enter your body weight to see the advice about packs.") }
    return card.figures([
      FigureTile(
        "Recommended up to", format.measure.weight(advice.recommended),
        note: "for \(profile.fitnessLevel.rawValue) fitness"),
      FigureTile("Warning from", format.measure.weight(advice.limit), note: "30 % of your weight"),
    ]).prose(
      profile.healthConditions.isEmpty
        ? ""
        : "The advice does not account for your health conditions. Ask a physician which load you "
          + "can carry.")
  }

  /// The bounds of the heart-rate zones, with the values from which they follow.
  private func zones(_ profile: UserProfile) -> SectionCard {
    let range = HeartRateRange(
      resting: profile.restingHeartRate, maximum: profile.maxHeartRate, age: profile.age)
    func rate(_ value: Double) -> String { "\(Int(value.rounded())) bpm" }
    let highest =
      range.isMaximumAssumed
      ? profile.age == nil ? "an assumed age of 40 years" : "your age" : "your settings"
    return SectionCard("zones", "Heart-rate zones").table(
      ["Zone", "From", "To"],
      HeartRateHistogram().zones(range).map {
        .init("Zone \($0.number)", [rate($0.lowerBound), rate($0.upperBound)])
      }
    ).prose(
      "The highest heart rate, \(rate(range.maximum)), follows from \(highest). The heart rate at "
        + "rest, \(rate(range.resting)), is "
        + (range.isRestingAssumed ? "assumed." : "that of your settings."))
  }

  private static func chart(
    _ measurements: [MeasurementItem], _ format: FieldFormat
  ) -> LinePicture? {
    func shown(_ kilograms: Double) -> Double {
      format.unitSystem == .imperial ? Mass.pounds(kilograms: kilograms) : kilograms
    }
    let points = measurements.compactMap { item in
      item.weight.map { PlanePoint(x: item.date.timeIntervalSinceReferenceDate, y: shown($0)) }
    }.sorted { $0.x < $1.x }
    guard let first = points.first, let last = points.last, last.x > first.x,
      let y = ChartScale.numbers(
        points.map(\.y), unit: format.unitSystem == .imperial ? "lb" : "kg", least: 2)
    else { return nil }
    let ticks = [first.x, (first.x + last.x) / 2, last.x].map {
      ChartScale.Tick($0, format.day(Date(timeIntervalSinceReferenceDate: $0)))
    }
    return LinePicture(
      id: "weight-chart", title: "Weight",
      description: "\(points.count) weights from \(ticks[0].label) to \(ticks[2].label).",
      x: ChartScale(first.x...last.x, ticks: ticks), y: y,
      lines: [.init("Weight", .accent, [points])])
  }
}
