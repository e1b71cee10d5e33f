// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The feed of rucks, awards, routes, challenges, events and notes: /rucks/feed.
struct FeedRoutes: Sendable {
  static let path = "\(RuckPaths.list)/feed"
  /// The names of the form fields.
  private enum Field {
    static let note = "note"
    static let group = "group"
  }

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { request, _ in try await page(request) }
    router.post(RouterPath(Self.path)) { request, _ in try await store(request) }
    router.post(RouterPath("\(Self.path)/:id/delete")) { request, context in
      _ = try await FormFields(request, token: site.token)
      do {
        try await site.library.removeNote(try context.objectID("note"))
      } catch RuckObjectError.invalid(let reason, _) {
        return site.redirect(to: Self.path, problem: reason)
      }
      return site.redirect(to: Self.path, .deleted)
    }
  }

  private func store(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    do {
      let group = FieldFormat.text(form[Field.group])
      let id = group.flatMap(UUID.init(uuidString:))
      if group != nil, id == nil { throw FieldProblem("Choose a group.", field: Field.group) }
      try await site.library.addNote(FieldFormat.text(form[Field.note]) ?? "", to: id)
      return site.redirect(to: Self.path, .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await page(nil, form, problem)
    }
  }

  private func page(
    _ request: Request?, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    // One more entry shows whether a page follows.
    let limit = CardPage<FeedItem>.number(request) * CardPage<FeedItem>.size + 1
    let items = try await site.library.feed(limit: limit, in: format.calendar.calendar)
    let shown = CardPage(of: items, request)
    var model = try await site.sections(
      .groups, heading: "Activity", path: shown.address(Self.path), request: request)
    model.subtitle = "Rucks, awards, plans and notes, newest first. Nothing is published."
    model.liveCount = RuckWords.count(shown.elements.count, "entry", "entries")
    model.cards = [
      SectionCard("feed", "Latest", note: "\(shown.elements.count)", isWide: true).lines(
        shown.elements.map { line($0, format) },
        empty: "There is no entry yet. Completed rucks, awards, routes, reviews, challenges and "
          + "events appear here."
      ).links(shown.links(Self.path, "feed"))
    ]
    model.forms = [
      SectionCard("add-note", "Write a note", isWide: true)
        .form(try await form(entered, problem))
    ]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Groups", RuckTab.groups.path)])
  }

  private func form(_ entered: FormFields?, _ problem: FieldProblem?) async throws -> FieldForm {
    let groups = try await site.choices(of: .group)
    var fields: [FieldForm.Field] = [
      .init(Field.note, "Note", entered?[Field.note], .area(rows: 3), isRequired: true)
    ]
    if !groups.isEmpty {
      fields.append(
        .init(
          Field.group, "Group", entered?[Field.group] ?? "",
          .choice([(value: "", title: "None")] + groups)))
    }
    var form = FieldForm(
      "note-form", action: Self.path, token: site.token, submit: "Add the note", fields)
    if let problem { form.show(problem) }
    return form
  }

  /// The line of an entry; that of a note has a button that deletes it.
  private func line(_ item: FeedItem, _ format: FieldFormat) -> SectionCard.Line {
    let text = FeedText(item: item, measure: format.measure)
    var buttons: [SectionCard.Button] = []
    if item.kind == .note {
      buttons.append(
        .init(
          "Delete", label: "Delete the note of \(format.calendar.dateAndTime(item.createdAt))",
          action: "\(Self.path)/\(RuckPaths.text(item.id))/delete", token: site.token))
    }
    return .init(
      text.title, path: text.path, detail: text.event,
      end: format.calendar.dateAndTime(item.createdAt), buttons: buttons)
  }

  /// The latest entries, for a dashboard.
  static func lines(
    _ library: RuckLibrary, limit: Int, _ format: FieldFormat
  ) async throws -> [SectionCard.Line] {
    try await library.feed(limit: limit, in: format.calendar.calendar).map { item in
      let text = FeedText(item: item, measure: format.measure)
      return .init(
        text.title, path: text.path, detail: text.event,
        end: format.calendar.date(item.createdAt))
    }
  }
}
