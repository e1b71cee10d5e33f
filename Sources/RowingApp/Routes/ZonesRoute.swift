// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET and POST /rowing/zones: serves and changes an athlete's zones.
struct ZonesRoute: Sendable {
  /// The number of zones that the form offers beyond the present ones.
  private static let spare = 1
  /// The maximum number of zones.
  private static let most = 12

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.zones)) { request, _ in
      let form = FormFields(query: request)
      let (athlete, athletes) = try await site.athlete(form)
      let model = try await model(athlete, athletes, isSaved: form["saved"] != nil)
      return try await page(model)
    }
    router.post(RouterPath(RowPaths.zones)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      let athlete = try await athlete(form)
      do {
        let (zones, base) = try values(form)
        _ = try await site.library.setZones(zones, basePower: base, athlete: athlete.id)
        return redirect(athlete)
      } catch let problem as FieldProblem {
        return try await rejected(athlete, form, problem.message)
      } catch let error as RowingLibraryError {
        return try await rejected(athlete, form, error.errorDescription ?? "")
      }
    }
    router.post(RouterPath(RowPaths.resetZones)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      let athlete = try await athlete(form)
      _ = try await site.library.resetZones(athlete: athlete.id)
      return redirect(athlete)
    }
  }

  private func redirect(_ athlete: AthleteSnapshot) -> Response {
    site.redirect(
      to: Paths.address(
        RowPaths.zones, [("athlete", RowPaths.text(athlete.id)), ("saved", "1")]))
  }

  private func page(
    _ model: ZonesPage.Model, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    try await site.page(
      status: status, title: "Zones", tab: RowPaths.zones,
      site.templates.render(ZonesPage.name, model))
  }

  private func athlete(_ form: FormFields) async throws -> AthleteSnapshot {
    guard let id = form["athlete"].flatMap({ UUID(uuidString: $0) }),
      let athlete = try await site.library.athlete(id),
      try await site.library.viewer().shows(id)
    else { throw PageError.noSuchAthlete }
    return athlete
  }

  /// The zones and the base of a form; rows without a name are left out.
  private func values(_ form: FormFields) throws -> ([PowerZone], Double?) {
    var bounds: [(name: String, from: Double)] = []
    for index in 0..<Self.most {
      let name = (form["name-\(index)"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      guard !name.isEmpty else { continue }
      let text = form["from-\(index)"] ?? ""
      guard let percent = Self.number(text, unit: "%"), (0...1000).contains(percent) else {
        throw FieldProblem("“\(text)” is not a share of the base. Write percent, such as 75.")
      }
      bounds.append((String(name.prefix(40)), percent / 100))
    }
    let text = form["base"] ?? ""
    guard !text.allSatisfy(\.isWhitespace) else { return (PowerZone.list(bounds), nil) }
    guard let base = Self.number(text, unit: "W"), (10...2000).contains(base) else {
      throw FieldProblem("“\(text)” is not a power. Write watts between 10 and 2000, such as 210.")
    }
    return (PowerZone.list(bounds), base)
  }

  private static func number(_ text: String, unit: String) -> Double? {
    let digits = text.replacing(unit, with: "").trimmingCharacters(in: .whitespaces)
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private func rejected(
    _ athlete: AthleteSnapshot, _ form: FormFields, _ message: String
  ) async throws -> Response {
    let (_, athletes) = try await site.athlete(form)
    var model = try await model(athlete, athletes, isSaved: false)
    model.message = message + " Nothing was changed."
    model.base = form["base"] ?? model.base
    model.inputs = model.inputs.map { input in
      var input = input
      input.zone = form["name-\(input.index)"] ?? input.zone
      input.from = form["from-\(input.index)"] ?? input.from
      return input
    }
    return try await page(model, status: .unprocessableContent)
  }

  private func model(
    _ athlete: AthleteSnapshot?, _ athletes: ChoiceField, isSaved: Bool
  ) async throws -> ZonesPage.Model {
    let filter = FigureFilter(action: RowPaths.zones, choices: [athletes])
    guard let athlete else { return ZonesPage.Model(filter: filter, token: site.token) }
    let table = try await site.library.zones(athlete: athlete.id)
    var model = ZonesPage.Model(filter: filter, token: site.token)
    model.athlete = RowPaths.text(athlete.id)
    model.subtitle = athlete.name
    model.isSaved = isSaved
    model.isDefault = table.isDefault && !table.isBaseSet
    model.table = DataTable(
      "Zones", columns: ["Zone", "Share", "Power", "Pace for 500 m"],
      rows: table.rows.map {
        DataTable.Row(
          $0.zone.name, [RowText.share($0.zone), RowText.powers($0), RowText.paces($0)])
      })
    model.note =
      table.basePower.map {
        "The base is \(RowFormat.watts($0)), "
          + (table.isBaseSet ? "as you set it." : "the critical power of the power curve.")
      }
      ?? "Without a base there are no watts: \(table.refusal ?? "there is no critical power yet.")"
    model.base = table.isBaseSet ? table.basePower.map { Self.text($0) } ?? "" : ""
    model.baseExample = table.basePower.map { "\(Int($0.rounded()))" } ?? "210"
    model.inputs = table.rows.enumerated().map { index, row in
      .init(index: index, zone: row.zone.name, from: Self.text(row.zone.from * 100))
    }
    for _ in 0..<Self.spare where model.inputs.count < Self.most {
      model.inputs.append(.init(index: model.inputs.count, zone: "", from: ""))
    }
    return model
  }

  /// A number as the form shows it: with the decimals that it has, so that a saved form changes no
  /// other value.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
