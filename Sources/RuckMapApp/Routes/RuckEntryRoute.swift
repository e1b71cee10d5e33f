// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET and POST /rucks/new and /rucks/:id/entry: a ruck without a recording, and its correction.
struct RuckEntryRoute: Sendable {
  static let path = "\(RuckPaths.list)/new"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { _, _ in try await page() }
    router.post(RouterPath(Self.path)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      do {
        let format = try await site.format()
        let entry = try texts(form, format).entry(format, at: .now)
        let ruck = try await site.library.add(entry)
        return site.redirect(to: RuckPaths.ruck(ruck.id), .added)
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await page(form, problem)
      }
    }
    router.get(RouterPath(RuckPaths.entryPattern)) { _, context in
      let id = try context.ruckID()
      return try await correction(id, try await stored(id))
    }
    router.post(RouterPath(RuckPaths.entryPattern)) { request, context in
      let id = try context.ruckID()
      let form = try await FormFields(request, token: site.token)
      let stored = try await stored(id)
      do {
        let format = try await site.format()
        var entry = try texts(form, format).entry(format, at: .now, correcting: stored)
        // A field shows a rounded weight, which must not replace the stored one.
        if form["pack"] == format.measure.weight(stored.packWeight) {
          entry.packWeight = stored.packWeight
        }
        _ = try await site.library.correct(id, to: entry)
        return site.redirect(to: RuckPaths.saved(id))
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await correction(id, stored, form, problem)
      }
    }
  }

  /// The values of a ruck without a recording.
  private func stored(_ id: UUID) async throws -> RuckEntry {
    guard let entry = try await site.library.entry(of: id) else { throw PageError.notFound }
    return entry
  }

  private func texts(
    _ fields: FormFields, _ format: FieldFormat
  ) throws(FieldProblem) -> RuckEntryForm {
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
    return form
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
      fields(format) { entered?[$0] ?? ($0 == "day" ? format.day(.now) : nil) })
    if let problem { form.show(problem) }
    var model = try await site.sections(.rucks, heading: "Add a ruck without a recording")
    model.livePath = nil
    model.subtitle = "The energy is that of a steady walk over the distance in the time."
    model.forms = [SectionCard("entry", "Values", isWide: true).form(form)]
    return site.page(status: problem == nil ? .ok : .unprocessableContent, model)
  }

  private func correction(
    _ id: UUID, _ entry: RuckEntry, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let shown = RuckEntryForm(entry, format)
    let texts: [String: String?] = [
      "name": shown.name, "day": shown.day, "start": shown.start, "distance": shown.distance,
      "time": shown.time, "climb": shown.climb, "notes": shown.notes,
      "pack": format.measure.weight(entry.packWeight), "rpe": entry.rpe.map { "\($0)" },
      "heart-rate": entry.averageHeartRate.map { "\($0)" },
    ]
    var form = FieldForm(
      "ruck", action: RuckPaths.entry(id), token: site.token, submit: "Save",
      cancel: RuckPaths.ruck(id),
      fields(format) { name in
        if let entered { return entered[name] }
        return texts[name] ?? nil
      })
    if let problem { form.show(problem) }
    var model = try await site.sections(.rucks, heading: "Correct the ruck")
    model.livePath = nil
    model.subtitle = "The energy is calculated again."
    model.forms = [SectionCard("entry", "Values", isWide: true).form(form)]
    let title = entry.name.isEmpty ? "Ruck" : entry.name
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink(title, RuckPaths.ruck(id))])
  }

  private func fields(
    _ format: FieldFormat, _ value: (String) -> String?
  ) -> [FieldForm.Field] {
    [
      .init("name", "Name", value("name"), placeholder: "Treadmill", isWhole: true),
      .init("day", "Day", value("day"), .date, isRequired: true),
      .init(
        "start", "Start", value("start"), .time,
        hint: "Empty: a ruck of today ends now, another one starts at noon."),
      .init(
        "distance", "Distance", value("distance"), .quantity,
        placeholder: format.example("8 km"), isRequired: true),
      .init("time", "Time", value("time"), .quantity, placeholder: "1:30", isRequired: true),
      .init("pack", "Pack weight", value("pack"), .quantity, placeholder: format.example("16 kg")),
      .init("climb", "Climb", value("climb"), .quantity, placeholder: format.example("200 m")),
      .init(
        "heart-rate", "Mean heart rate", value("heart-rate"), .quantity, placeholder: "125",
        inputMode: "numeric"),
      .init(
        "rpe", "Exertion", value("rpe"), .quantity, placeholder: "1 to 10", inputMode: "numeric"),
      .init("notes", "Notes", value("notes"), .area(rows: 3)),
    ]
  }
}
