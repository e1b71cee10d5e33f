// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET and POST /rowing/athletes: lists the athletes, and adds one.
struct AthletesRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.athletes)) { _, _ in page(try await model()) }
    router.post(RouterPath(RowPaths.athletes)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      do {
        let edit = try AthleteForm.edit(form)
        let athlete = try await site.library.addAthlete(name: form["name"] ?? "", edit: edit)
        try await AthleteForm.apply(form, team: athlete, in: site.library)
        return site.redirect(to: RowPaths.athlete(athlete.id))
      } catch {
        var model = try await model()
        model.message = try AthleteForm.message(error) + " Nothing was added."
        model.fields = AthleteForm.typed(form, model.fields)
        return page(model, isRejected: true)
      }
    }
  }

  private func page(_ model: AthletesPage.Model, isRejected: Bool = false) -> Response {
    site.page(
      status: isRejected ? .unprocessableContent : .ok, title: "Athletes", tab: RowPaths.athletes,
      site.templates.render(AthletesPage.name, model))
  }

  private func model() async throws -> AthletesPage.Model {
    let athletes = try await site.library.athletes(includingInactive: true)
    let table =
      athletes.isEmpty
      ? nil
      : DataTable(
        "Athletes", columns: ["Name", "Team", "Sessions", "Role"],
        rows: athletes.map { athlete in
          DataTable.Row(
            athlete.name, link: RowPaths.athlete(athlete.id),
            detail: athlete.isActive ? nil : "not active",
            [athlete.teamName ?? "", "\(athlete.sessions)", athlete.role.rawValue])
        })
    return AthletesPage.Model(
      table: table,
      fields: AthleteForm.fields(nil, teams: try await site.library.teams(), token: site.token))
  }
}

/// GET and POST /rowing/athletes/:id: serves, changes and deletes an athlete.
struct AthleteRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.athletePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      return page(try await model(athlete, isSaved: request.uri.query == "saved"))
    }
    router.post(RouterPath(RowPaths.athletePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      let form = try await FormFields(request, token: site.token)
      do {
        var edit = try AthleteForm.edit(form)
        edit.name = form["name"]
        let changed = try await site.library.editAthlete(athlete.id, edit)
        try await AthleteForm.apply(form, team: changed, in: site.library)
        return site.redirect(to: RowPaths.athlete(athlete.id) + "?saved")
      } catch {
        var model = try await model(athlete, isSaved: false)
        model.message = try AthleteForm.message(error) + " Nothing was changed."
        model.fields = AthleteForm.typed(form, model.fields)
        return page(model, isRejected: true)
      }
    }
    router.get(RouterPath(RowPaths.deleteAthletePattern)) { _, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      let model = RowDeletePage.Model(
        title: athlete.name,
        text: "This permanently deletes the athlete with "
          + "\(RowText.count(athlete.sessions, "session")) and their strokes.",
        action: RowPaths.deleteAthlete(athlete.id), back: RowPaths.athlete(athlete.id),
        token: site.token)
      return site.page(
        title: "Delete an athlete",
        crumbs: [RowPages.list, PageLink("Athletes", RowPaths.athletes)],
        site.templates.render(RowDeletePage.name, model))
    }
    router.post(RouterPath(RowPaths.deleteAthletePattern)) { request, context in
      let id = try context.identifier(or: .noSuchAthlete)
      _ = try await FormFields(request, token: site.token)
      try await site.library.deleteAthlete(id)
      return site.redirect(to: RowPaths.athletes)
    }
  }

  private func athlete(_ id: UUID) async throws -> AthleteSnapshot {
    guard let athlete = try await site.library.athlete(id) else { throw PageError.noSuchAthlete }
    return athlete
  }

  private func page(_ model: AthletePage.Model, isRejected: Bool = false) -> Response {
    site.page(
      status: isRejected ? .unprocessableContent : .ok, title: model.title,
      crumbs: [RowPages.list, PageLink("Athletes", RowPaths.athletes)],
      site.templates.render(AthletePage.name, model))
  }

  private func model(_ athlete: AthleteSnapshot, isSaved: Bool) async throws -> AthletePage.Model {
    let result = try await site.library.sessions(SessionQuery(athlete: athlete.id, pageSize: 1))
    let best = try await site.library.records(
      athlete: athlete.id, machine: .rowErg, efforts: false)
    func record(_ distance: Double) -> String {
      RowFormat.time(
        best.filter { $0.isOverDistance && $0.distance == distance }.map(\.duration).min())
    }
    let id = [("athlete", RowPaths.text(athlete.id))]
    return AthletePage.Model(
      title: athlete.name,
      subtitle: [athlete.role.rawValue, athlete.teamName].compactMap(\.self)
        .joined(separator: " · "),
      isSaved: isSaved,
      figures: [
        FigureTile("Sessions", RowFormat.number(Double(result.count), "")),
        FigureTile("Distance", RowFormat.distance(result.distance)),
        FigureTile("Time", RowFormat.total(result.duration)),
        FigureTile("Best 500 m", record(500)), FigureTile("Best 2,000 m", record(2000)),
        FigureTile("Best 5,000 m", record(5000)),
      ],
      links: [
        PageLink("Sessions", RowPaths.address(RowPaths.list, id)),
        PageLink("Records", RowPaths.address(RowPaths.records, id)),
        PageLink("Power curve", RowPaths.address(RowPaths.curve, id)),
        PageLink("Load", RowPaths.address(RowPaths.load, id)),
      ], action: RowPaths.athlete(athlete.id), delete: RowPaths.deleteAthlete(athlete.id),
      fields: AthleteForm.fields(
        athlete, teams: try await site.library.teams(), token: site.token))
  }
}

/// The form of an athlete.
enum AthleteForm {
  /// The stored values; empty ones without an athlete.
  static func fields(
    _ athlete: AthleteSnapshot?, teams: [TeamSnapshot], token: FormToken
  ) -> AthletePage.Fields {
    func text(_ value: Double?) -> String {
      guard let value, abs(value) < 1e6 else { return "" }
      return value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    }
    func text(_ value: Int?) -> String { value.map(String.init) ?? "" }
    var choices: [AthletePage.FieldChoice] = [
      .init(
        "role", "Role",
        FormChoice.list(
          UserRole.allCases.map { ($0.rawValue, $0.rawValue.capitalized) },
          selected: (athlete?.role ?? .athlete).rawValue)),
      .init(
        "boat", "Preferred boat",
        FormChoice.list(
          [("", "None")] + BoatType.allCases.map { ($0.rawValue, $0.rawValue) },
          selected: athlete?.preferredBoat?.rawValue ?? "")),
      .init(
        "sex", "Sex, for the load",
        FormChoice.list(
          [("", "Unknown")] + AthleteSex.allCases.map { ($0.rawValue, $0.rawValue.capitalized) },
          selected: athlete?.sex?.rawValue ?? "")),
    ]
    if !teams.isEmpty {
      choices.append(
        .init(
          "team", "Team",
          FormChoice.list(
            [("", "None")] + teams.map { (RowPaths.text($0.id), $0.name) },
            selected: athlete?.teamID.map(RowPaths.text) ?? "")))
    }
    return AthletePage.Fields(
      token: token.text, name: athlete?.name ?? "", email: athlete?.email ?? "",
      weight: text(athlete?.weight), height: text(athlete?.height),
      birthYear: text(athlete?.birthYear), maxHeartRate: text(athlete?.maxHeartRate),
      restingHeartRate: text(athlete?.restingHeartRate), timeZone: athlete?.timeZone ?? "",
      choices: choices)
  }

  /// The fields with the submitted values.
  static func typed(_ form: FormFields, _ fields: AthletePage.Fields) -> AthletePage.Fields {
    var fields = fields
    fields.name = form["name"] ?? fields.name
    fields.email = form["email"] ?? fields.email
    fields.weight = form["weight"] ?? fields.weight
    fields.height = form["height"] ?? fields.height
    fields.birthYear = form["birth"] ?? fields.birthYear
    fields.maxHeartRate = form["max-heart"] ?? fields.maxHeartRate
    fields.restingHeartRate = form["rest-heart"] ?? fields.restingHeartRate
    fields.timeZone = form["zone"] ?? fields.timeZone
    return fields
  }

  /// The form's values, without the name and the team.
  ///
  /// - Throws: FieldProblem for a text that is no number.
  static func edit(_ form: FormFields) throws -> AthleteEdit {
    AthleteEdit(
      email: form["email"], role: form["role"].flatMap { UserRole(rawValue: $0) },
      preferredBoat: choice(form["boat"]) { BoatType(rawValue: $0) },
      weight: try number(form["weight"], "weight in kg", unit: "kg"),
      height: try number(form["height"], "height in cm", unit: "cm"),
      birthYear: try whole(form["birth"], "year of birth"),
      sex: choice(form["sex"]) { AthleteSex(rawValue: $0) },
      maxHeartRate: try whole(form["max-heart"], "highest heart rate"),
      restingHeartRate: try whole(form["rest-heart"], "heart rate at rest"),
      timeZone: form["zone"].map { text in
        let zone = text.trimmingCharacters(in: .whitespaces)
        return zone.isEmpty ? .remove : .set(zone)
      })
  }

  /// Makes the athlete a member of the form's team, or of none.
  static func apply(
    _ form: FormFields, team athlete: AthleteSnapshot, in library: RowingLibrary
  ) async throws {
    guard let text = form["team"] else { return }
    if let team = UUID(uuidString: text) {
      if athlete.teamID != team { _ = try await library.join(athlete.id, team: team) }
    } else if athlete.teamID != nil {
      try await library.leave(athlete.id)
    }
  }

  /// The message of a problem of the form; other errors are thrown.
  static func message(_ error: any Error) throws -> String {
    switch error {
    case let problem as FieldProblem: return problem.message
    case let error as RowingLibraryError:
      switch error {
      case .invalidValue, .duplicateEmail: return error.errorDescription ?? ""
      default: throw error
      }
    default: throw error
    }
  }

  private static func choice<Value: Sendable & Hashable>(
    _ text: String?, _ value: (String) -> Value?
  ) -> AthleteEdit.Change<Value>? {
    guard let text else { return nil }
    return text.isEmpty ? .remove : value(text).map { .set($0) }
  }

  private static func number(
    _ text: String?, _ name: String, unit: String
  ) throws -> AthleteEdit.Change<Double>? {
    guard let text else { return nil }
    let digits = text.replacing(unit, with: "").trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty else { return .remove }
    guard let value = Double(digits.replacing(",", with: ".")), value.isFinite else {
      throw FieldProblem("“\(text)” is not a \(name). Write a number, such as 72.5.")
    }
    return .set(value)
  }

  private static func whole(_ text: String?, _ name: String) throws -> AthleteEdit.Change<Int>? {
    guard let text else { return nil }
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty else { return .remove }
    guard let value = Int(digits) else {
      throw FieldProblem("“\(text)” is not a \(name). Write a whole number.")
    }
    return .set(value)
  }
}
