// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// POST /rucks/:id: changes a ruck's name, notes and pack weight.
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
    // The field shows a rounded weight, which must not replace the stored one.
    let shown = try await site.library.ruck(id).map {
      MeasureFormat(unitSystem: unitSystem).weight($0.summary.packWeight)
    }
    let entered = form["pack"].flatMap { $0 == shown ? nil : $0 }
    return RuckEdit(
      name: name, notes: notes, packWeight: try FieldProblem.mass(entered, unitSystem))
  }

  /// The page with the submitted values and the error.
  private func rejected(
    _ id: UUID, form: FormFields, problem: FieldProblem
  ) async throws -> Response {
    let model = try await site.ruckModel(id) { edit in
      edit.name = form["name"] ?? edit.name
      edit.notes = form["notes"] ?? edit.notes
      edit.pack = form["pack"] ?? edit.pack
      edit.message = problem.message + " Nothing was changed."
    }
    return site.page(
      status: .unprocessableContent, title: model.title,
      RuckPage.render(model, templates: site.templates))
  }
}
