// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET and POST /rucks/new: a ruck without a recording.
struct RuckEntryRoute: Sendable {
  static let path = "\(RuckPaths.list)/new"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { _, _ in try await page() }
    router.post(RouterPath(Self.path)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      do {
        let ruck = try await site.library.add(try await entry(form))
        return site.redirect(to: RuckPaths.ruck(ruck.id), .added)
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await page(form, problem)
      }
    }
  }

  private func entry(_ fields: FormFields) async throws -> RuckEntry {
    let format = try await site.format()
    var form = RuckEntryForm(
      day: fields["day"], start: fields["start"], distance: fields["distance"],
      time: fields["time"], climb: fields["climb"], name: fields["name"], notes: fields["notes"])
    do {
      form.packWeight = try FieldProblem.mass(fields["pack"], format.unitSystem)
    } catch {
      throw FieldProblem(error.message, field: "pack")
    }
    form.rpe = try whole(fields, "rpe")
    form.heartRate = try whole(fields, "heart-rate")
    return try form.entry(format, at: .now)
  }

  private func whole(_ form: FormFields, _ field: String) throws(FieldProblem) -> Int? {
    guard let text = FieldFormat.text(form[field]) else { return nil }
    guard let value = Int(text) else {
      throw FieldProblem("\(text) is not a whole number.", field: field)
    }
    return value
  }

  private func page(
    _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    var form = FieldForm(
      "ruck", action: Self.path, token: site.token, submit: "Add the ruck",
      cancel: RuckPaths.list,
      [
        .init("name", "Name", entered?["name"], placeholder: "Treadmill", isWhole: true),
        .init("day", "Day", entered?["day"] ?? format.day(.now), .date, isRequired: true),
        .init(
          "start", "Start", entered?["start"], .time,
          hint: "Empty: a ruck of today ends now, another one starts at noon."),
        .init(
          "distance", "Distance", entered?["distance"], .quantity,
          placeholder: format.example("8 km"), isRequired: true),
        .init(
          "time", "Time", entered?["time"], .quantity, placeholder: "1:30", isRequired: true),
        .init(
          "pack", "Pack weight", entered?["pack"], .quantity,
          placeholder: format.example("16 kg")),
        .init(
          "climb", "Climb", entered?["climb"], .quantity,
          placeholder: format.example("200 m")),
        .init(
          "heart-rate", "Mean heart rate", entered?["heart-rate"], .quantity, placeholder: "125",
          inputMode: "numeric"),
        .init(
          "rpe", "Exertion", entered?["rpe"], .quantity, placeholder: "1 to 10",
          inputMode: "numeric"),
        .init("notes", "Notes", entered?["notes"], .area(rows: 3)),
      ])
    if let problem { form.show(problem) }
    var model = try await site.sections(.rucks, heading: "Add a ruck without a recording")
    model.livePath = nil
    model.subtitle = "The energy is that of a steady walk over the distance in the time."
    model.forms = [SectionCard("entry", "Values", isWide: true).form(form)]
    return site.page(status: problem == nil ? .ok : .unprocessableContent, model)
  }
}
