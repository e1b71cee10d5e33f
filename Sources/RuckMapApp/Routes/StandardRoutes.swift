// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The table of physical standards: /rucks/statistics/standards.
struct StandardRoutes: Sendable {
  let site: RuckSite

  private var path: String { StatisticsRoutes.standards }

  func add(to router: PageRouter) {
    router.get(RouterPath(path)) { request, _ in try await page(request) }
    router.post(RouterPath(path)) { request, _ in try await store(request) }
    router.post(RouterPath("\(path)/:id/:action")) { request, context in
      _ = try await FormFields(request, token: site.token)
      let id = try context.objectID("standard")
      switch context.parameters.get("action") {
      case "hide": try await site.library.removeStandard(id)
      case "reset": try await site.library.resetStandard(id)
      default: throw PageError.notFound
      }
      return site.redirect(to: path, .saved)
    }
  }

  private func store(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let format = try await site.format()
    do {
      guard let name = FieldFormat.text(form["name"]), name.count <= 200 else {
        throw FieldProblem("The name needs 1 to 200 characters.", field: "name")
      }
      let organization = String((FieldFormat.text(form["organization"]) ?? "Own").prefix(200))
      func parsed<Value>(
        _ field: String, _ body: () throws(FieldProblem) -> Value?
      ) throws(FieldProblem) -> Value? {
        do {
          return try body()
        } catch {
          throw FieldProblem(error.message, field: field)
        }
      }
      guard
        let distance = try parsed(
          "distance", { () throws(FieldProblem) in try format.length(form["distance"]) }),
        distance > 0
      else { throw FieldProblem("The distance is needed.", field: "distance") }
      let pack = try parsed(
        "pack",
        { () throws(FieldProblem) in try FieldProblem.mass(form["pack"], format.unitSystem) })
      let time = try parsed(
        "time", { () throws(FieldProblem) in try FieldFormat.duration(form["time"]) })
      try await site.library.setStandard(
        FitnessStandard(
          organization: organization, name: name, distance: distance, packWeight: pack ?? 0,
          time: time ?? 0, source: String((FieldFormat.text(form["source"]) ?? "").prefix(500)),
          isCustom: true))
      return site.redirect(to: path, .saved)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await page(nil, form, problem)
    }
  }

  private func page(
    _ request: Request?, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let results = try await site.library.standardResults()
    var model = try await site.sections(
      .statistics, heading: "Standards", path: path, request: request)
    model.subtitle = "Times over a distance with a pack, against your fastest efforts."
    model.liveCount = RuckWords.count(results.count, "standard")
    model.cards = [
      SectionCard("standards", "All standards", isWide: true).table(
        ["Standard", "Distance", "Pack", "Limit", "Your best", "Result"],
        results.map { row($0, format) }),
      SectionCard("sources", "Sources", isWide: true).lines(results.map(line)),
    ]
    var form = FieldForm(
      "standard", action: path, token: site.token, submit: "Save the standard",
      [
        .init("name", "Name", entered?["name"], isRequired: true),
        .init("organization", "Organization", entered?["organization"]),
        .init(
          "distance", "Distance", entered?["distance"], .quantity,
          placeholder: format.example("20 km"), isRequired: true),
        .init(
          "pack", "Pack, at least", entered?["pack"], .quantity,
          placeholder: format.example("16 kg")),
        .init("time", "Time limit", entered?["time"], .quantity, placeholder: "3:00"),
        .init("source", "Source", entered?["source"]),
      ])
    if let problem { form.show(problem) }
    model.forms = [SectionCard("own", "Add or replace a standard", isWide: true).form(form)]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)])
  }

  private func row(_ result: StandardResult, _ format: FieldFormat) -> SectionCard.Row {
    let standard = result.standard
    return .init(
      standard.name, path: result.best.map { RuckPaths.ruck($0.ruck.id) },
      detail: standard.organization,
      [
        format.measure.distance(standard.distance), format.measure.weight(standard.packWeight),
        standard.time > 0 ? format.measure.duration(standard.time) : "None",
        result.best.map { format.measure.duration($0.effort.time) } ?? "--",
        result.best == nil ? "No effort yet" : result.isPassed ? "Passed" : "Not passed",
      ])
  }

  private func line(_ result: StandardResult) -> SectionCard.Line {
    let standard = result.standard
    let isBuiltIn = FitnessStandard.builtIn.contains { $0.id == standard.id }
    let own = "\(path)/\(RuckPaths.text(standard.id))"
    var buttons = [
      SectionCard.Button(
        "Hide", label: "Hide \(standard.name)", action: own + "/hide", token: site.token)
    ]
    if isBuiltIn, standard.isCustom {
      buttons.append(
        SectionCard.Button(
          "Reset", label: "Reset \(standard.name)", action: own + "/reset", token: site.token))
    }
    return .init(
      standard.name, detail: standard.source, chip: standard.isCustom ? "changed" : nil,
      buttons: buttons)
  }
}
