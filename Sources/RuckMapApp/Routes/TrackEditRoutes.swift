// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The edits of a ruck's track: /rucks/:id/track with trim, split, join and undo.
struct TrackEditRoutes: Sendable {
  /// An edit with a form of its own; the raw value is the last part of its path.
  private enum Edit: String, CaseIterable {
    case trim, split, join

    var submit: String {
      switch self {
      case .trim: "Trim the track"
      case .split: "Split the ruck"
      case .join: "Join the rucks"
      }
    }
  }

  /// A form whose values were rejected.
  private struct Rejection {
    let edit: Edit
    let form: FormFields
    let problem: FieldProblem
  }

  /// The names of the form fields.
  private enum Field {
    static let from = "from"
    static let to = "to"
    static let at = "at"
    static let other = "other"
    static let edit = "edit"
  }

  /// The days around a ruck whose rucks can be joined to it.
  private static let joinedDays = 2.0

  let site: RuckSite

  func add(to router: PageRouter) {
    let pattern = "\(RuckPaths.list)/:id/track"
    router.get(RouterPath(pattern)) { request, context in
      try await page(request, try context.ruckID())
    }
    for edit in Edit.allCases {
      router.post(RouterPath("\(pattern)/\(edit.rawValue)")) { request, context in
        let id = try context.ruckID()
        let form = try await FormFields(request, token: site.token)
        do {
          return try await perform(edit, id, form)
        } catch {
          guard let problem = FieldProblem(rejecting: error) else { throw error }
          return try await page(nil, id, Rejection(edit: edit, form: form, problem: problem))
        }
      }
    }
    router.post(RouterPath("\(pattern)/undo")) { request, context in
      let id = try context.ruckID()
      let form = try await FormFields(request, token: site.token)
      return try await undo(id, form)
    }
  }

  private func perform(_ edit: Edit, _ id: UUID, _ form: FormFields) async throws -> Response {
    switch edit {
    case .trim:
      let start = try position(form, Field.from)
      let end = try position(form, Field.to)
      guard start != nil || end != nil else {
        throw FieldProblem("Enter a new start, a new end, or both.", field: Field.from)
      }
      _ = try await site.library.trim(id, from: start, to: end)
      return site.redirect(to: RuckPaths.ruck(id), .trimmed)
    case .split:
      guard let position = try position(form, Field.at) else {
        throw FieldProblem("Enter the position.", field: Field.at)
      }
      _ = try await site.library.split(id, at: position)
      return site.redirect(to: RuckPaths.ruck(id), .divided)
    case .join:
      guard let other = form[Field.other].flatMap(UUID.init(uuidString:)) else {
        throw FieldProblem("Choose a ruck.", field: Field.other)
      }
      let joined = try await site.library.join([id, other])
      return site.redirect(to: RuckPaths.ruck(joined.id), .combined)
    }
  }

  private func position(
    _ form: FormFields, _ field: String
  ) throws(FieldProblem) -> TrackPosition? {
    guard let text = FieldFormat.text(form[field]) else { return nil }
    guard let position = PositionArgument.position(text) else {
      throw FieldProblem("Write a position \(PositionArgument.help).", field: field)
    }
    return position
  }

  private func undo(_ id: UUID, _ form: FormFields) async throws -> Response {
    guard let edit = form[Field.edit].flatMap(UUID.init(uuidString:)) else {
      throw PageError.badForm("The edit is missing.")
    }
    do {
      let restored = try await site.library.undoTrackEdit(edit)
      return site.redirect(to: RuckPaths.ruck(restored.first?.id ?? id), .undone)
    } catch let error as TrackEditError {
      return site.redirect(
        to: RuckPaths.trackEdits(id), problem: error.errorDescription ?? "It can't be undone.")
    }
  }

  // MARK: The page

  private func page(
    _ request: Request?, _ id: UUID, _ rejection: Rejection? = nil
  ) async throws -> Response {
    guard let ruck = try await site.library.ruck(id)?.summary else { throw PageError.noSuchRuck }
    let format = try await site.format()
    var model = try await site.sections(
      .rucks, heading: "Trim, split or join", request: request)
    model.subtitle = RuckTitle.text(ruck)
    model.livePath = nil
    model.cards = [
      SectionCard("now", "The track", isWide: true).figures([
        FigureTile("Distance", format.measure.distance(ruck.distance)),
        FigureTile(
          "Duration", ruck.isTimed ? format.measure.duration(ruck.duration) : "--"),
        FigureTile("Points", "\(ruck.points)"),
      ]).prose(
        "Distance, pace, climb and energy are calculated again. Write a position as a time from "
          + "the start, such as 0:05:00 or 45 min, or as a distance, such as 2 mi or 3 km.")
    ]
    let edits = try await site.library.trackEdits(of: id)
    if !edits.isEmpty { model.cards.append(undoCard(id, edits, format)) }
    model.forms = []
    for edit in Edit.allCases {
      model.forms.append(
        try await card(edit, ruck, format, rejection?.edit == edit ? rejection : nil))
    }
    return site.page(
      status: rejection == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink(RuckTitle.text(ruck), RuckPaths.ruck(id))])
  }

  private func card(
    _ edit: Edit, _ ruck: RuckSummary, _ format: FieldFormat,
    _ rejection: Rejection?
  ) async throws -> SectionCard {
    func text(_ field: String) -> String? { rejection?.form[field] }
    let title = RuckWords.title(edit)
    let fields: [FieldForm.Field]
    switch edit {
    case .trim:
      fields = [
        .init(
          Field.from, "New start", text(Field.from), .quantity, placeholder: "0:05:00",
          hint: "Empty: the start remains."),
        .init(
          Field.to, "New end", text(Field.to), .quantity, placeholder: "1:30:00",
          hint: "Empty: the end remains."),
      ]
    case .split:
      fields = [
        .init(
          Field.at, "Position", text(Field.at), .quantity, placeholder: "1:00:00",
          hint: "The second part begins here.", isRequired: true)
      ]
    case .join:
      let others = try await neighbours(of: ruck, format)
      guard !others.isEmpty else {
        return SectionCard("join-title", title).prose(
          "There is no other recorded ruck within two days of this one.")
      }
      fields = [
        .init(
          Field.other, "With", text(Field.other), .choice(others),
          hint: "The time between them is a pause.", isWhole: true)
      ]
    }
    var form = FieldForm(
      edit.rawValue, action: "\(RuckPaths.trackEdits(ruck.id))/\(edit.rawValue)",
      token: site.token, submit: edit.submit, fields)
    if let problem = rejection?.problem { form.show(problem) }
    return SectionCard("\(edit.rawValue)-title", title).form(form)
  }

  /// The rucks that can be joined to a ruck, as choices.
  private func neighbours(
    of ruck: RuckSummary, _ format: FieldFormat
  ) async throws -> [(value: String, title: String)] {
    guard let date = ruck.date else { return [] }
    let days = Self.joinedDays * 86_400
    let query = RuckQuery(
      from: date.addingTimeInterval(-days), to: date.addingTimeInterval(ruck.duration + days))
    return try await site.library.rucks(query, in: format.calendar.calendar).rucks
      .filter { $0.id != ruck.id && $0.isTimed && $0.points > 0 }
      .map { other in
        (
          value: RuckPaths.text(other.id),
          title: "\(RuckTitle.text(other)), \(RuckTitle.date(other, calendar: format.calendar)), "
            + format.measure.distance(other.distance)
        )
      }
  }

  /// The edits of a ruck; the newest one can be undone.
  private func undoCard(
    _ id: UUID, _ edits: [TrackEdit], _ format: FieldFormat
  ) -> SectionCard {
    SectionCard("edits", "Earlier edits", note: "\(edits.count)", isWide: true).lines(
      edits.enumerated().map { index, edit in
        let name = RuckWords.title(edit.kind)
        return .init(
          name, end: format.calendar.dateAndTime(edit.date),
          buttons: index > 0
            ? []
            : [
              .init(
                "Undo", label: "Undo: \(name)", action: RuckPaths.trackEdits(id) + "/undo",
                token: site.token, field: (Field.edit, RuckPaths.text(edit.id)))
            ])
      })
  }
}
