// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Rowing

/// The form of an athlete.
enum AthleteForm {
  /// The stored values; empty ones without an athlete.
  static func fields(
    _ athlete: AthleteSnapshot?, teams: [TeamSnapshot], token: FormToken,
    by viewer: RowingViewer
  ) -> AthletePage.Fields {
    func text(_ value: Double?) -> String {
      guard let value, abs(value) < 1e6 else { return "" }
      return value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
    }
    func text(_ value: Int?) -> String { value.map(String.init) ?? "" }
    var choices: [AthletePage.FieldChoice] = [
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
    if viewer.isAdministrator {
      choices.insert(
        .init(
          "role", "Role",
          FormChoice.list(
            UserRole.allCases.map { ($0.rawValue, $0.rawValue.capitalized) },
            selected: (athlete?.role ?? .athlete).rawValue)), at: 0)
    }
    if athlete != nil {
      choices.append(
        .init(
          "active", "Status",
          FormChoice.list(
            [("yes", "Active"), ("no", "Not active: hidden in forms and on the board")],
            selected: athlete?.isActive == false ? "no" : "yes")))
    }
    let offered = teams.filter { viewer.edits(team: $0.id) }
    if !offered.isEmpty {
      choices.append(
        .init(
          "team", "Team",
          FormChoice.list(
            [("", "None")] + offered.map { (RowPaths.text($0.id), $0.name) },
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

  /// The form's values, without the name and the team; only administrators change roles.
  ///
  /// - Throws: FieldProblem for a text that is no number.
  static func edit(_ form: FormFields, by viewer: RowingViewer) throws -> AthleteEdit {
    AthleteEdit(
      email: form["email"],
      role: viewer.isAdministrator ? form["role"].flatMap { UserRole(rawValue: $0) } : nil,
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
      }, isActive: form["active"].map { $0 != "no" })
  }

  /// Makes the athlete a member of the form's team, or of none.
  static func apply(
    _ form: FormFields, team athlete: AthleteSnapshot, in library: RowingLibrary,
    by viewer: RowingViewer
  ) async throws {
    guard let text = form["team"] else { return }
    let team = UUID(uuidString: text)
    guard let affected = team ?? athlete.teamID, viewer.edits(team: affected) else { return }
    if let team {
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
