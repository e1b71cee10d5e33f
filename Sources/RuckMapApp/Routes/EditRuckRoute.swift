// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// POST /rucks/:id: changes a ruck's name, notes, pack weight, body weight, exertion and surface.
struct EditRuckRoute: Sendable {
  /// The maximum length of a name in characters.
  static let longestName = 200
  /// The maximum length of notes in characters.
  static let longestNotes = 10_000

  let site: RuckSite

  func add(to router: PageRouter) {
    router.post(RouterPath(RuckPaths.ruckPattern)) { request, context in
      let id = try context.ruckID()
      let form = try await FormFields(request, token: site.token)
      do {
        _ = try await site.library.edit(id, try await edit(id, form))
        return site.redirect(to: RuckPaths.saved(id))
      } catch let problem as FieldProblem {
        return try await rejected(id, form: form, problem: problem)
      }
    }
  }

  private func edit(_ id: UUID, _ form: FormFields) async throws -> RuckEdit {
    let name = form["name"]?.trimmingCharacters(in: .whitespacesAndNewlines)
    // Forms encode line ends as CR LF.
    let notes = form["notes"]?.replacing("\r\n", with: "\n")
    if let name, name.count > Self.longestName {
      throw FieldProblem("The name can have at most \(Self.longestName) characters.")
    }
    if let notes, notes.count > Self.longestNotes {
      throw FieldProblem("The notes can have at most \(Self.longestNotes) characters.")
    }
    let unitSystem = try await site.library.profile().unitSystem
    guard let detail = try await site.library.ruck(id) else { throw PageError.noSuchRuck }
    let format = MeasureFormat(unitSystem: unitSystem)
    // A field shows a rounded weight, which must not replace the stored one.
    func weight(_ field: String, stored: Double) throws(FieldProblem) -> Double? {
      let entered = form[field].flatMap { $0 == format.weight(stored) ? nil : $0 }
      return try FieldProblem.mass(entered, unitSystem)
    }
    var edit = RuckEdit(
      name: name, notes: notes,
      packWeight: try weight("pack", stored: detail.summary.packWeight))
    let body = RuckPage.Edit(detail.summary, unitSystem: unitSystem, token: site.token).body
    if let entered = form["body"], entered != body?.bodyValue {
      edit.bodyWeight = try BodyWeightField.kilograms(entered, unitSystem)
    }
    for (index, load) in detail.loads.enumerated() {
      edit.loads[index + 1] = try weight("load-\(index + 1)", stored: load.packWeight)
    }
    if let text = form["rpe"] {
      guard let text = FieldFormat.text(text) else {
        edit.cleared.insert(.rpe)
        return try surface(form, edit)
      }
      guard let rpe = Int(text), (1...10).contains(rpe) else {
        throw FieldProblem("The exertion \(text) is not a whole number from 1 to 10.")
      }
      edit.rpe = rpe
    }
    return try surface(form, edit)
  }

  /// The edit with the form's surface; a paved road is stored as none.
  private func surface(_ form: FormFields, _ edit: RuckEdit) throws(FieldProblem) -> RuckEdit {
    guard let text = form["surface"], !text.isEmpty else { return edit }
    var edit = edit
    let surface = try RuckWords.value(text, of: WalkingSurface.self)
    if surface == .pavedRoad { edit.cleared.insert(.surface) } else { edit.surface = surface }
    return edit
  }

  /// The page with the submitted values and the error.
  private func rejected(
    _ id: UUID, form: FormFields, problem: FieldProblem
  ) async throws -> Response {
    let model = try await site.ruckModel(id) { edit in
      edit.name = form["name"] ?? edit.name
      edit.notes = form["notes"] ?? edit.notes
      edit.pack = form["pack"] ?? edit.pack
      if let weight = form["body"] { edit.body?.bodyValue = weight }
      for index in edit.loads.indices {
        edit.loads[index].value = form[edit.loads[index].name] ?? edit.loads[index].value
      }
      edit.rpe = form["rpe"] ?? edit.rpe
      edit.surface = form["surface"] ?? edit.surface
      edit.message = problem.message + " Nothing was changed."
    }
    return site.page(
      status: .unprocessableContent, title: model.title,
      RuckPage.render(model, templates: site.templates))
  }
}
