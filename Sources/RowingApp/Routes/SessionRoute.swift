// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import Rowing

/// GET and POST /rowing/sessions/:id: serves the page of one session, and changes the session.
struct SessionRoute: Sendable {
  /// The maximum length of comments in characters.
  static let longestComments = 10_000
  /// The maximum length of a workout's description in characters.
  static let longestWorkout = 200

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.sessionPattern)) { request, context in
      let isSaved = request.uri.query?.hasPrefix("saved") ?? false
      let id = try context.identifier(or: .noSuchSession)
      let model = try await site.sessionModel(id, isSaved: isSaved)
      return try await page(model)
    }
    router.get(RouterPath(RowPaths.sessionFragmentPattern)) { _, context in
      let model = try await site.sessionModel(try context.identifier(or: .noSuchSession))
      return site.html(SessionDetailPage.renderFragment(model, templates: site.templates))
    }
    router.post(RouterPath(RowPaths.sessionPattern)) { request, context in
      let id = try context.identifier(or: .noSuchSession)
      let form = try await FormFields(request, token: site.token)
      let session = try await site.detail(id).summary
      do {
        _ = try await site.library.edit(id, try edit(form, of: session))
        if form["finish"] != nil { try await site.library.closeSession(id) }
        return site.redirect(to: RowPaths.saved(id))
      } catch let problem as FieldProblem {
        return try await rejected(id, form: form, message: problem.message)
      } catch let error as RowingLibraryError {
        guard case .invalidValue = error else { throw error }
        return try await rejected(id, form: form, message: error.errorDescription ?? "")
      }
    }
  }

  private func page(
    _ model: SessionDetailPage.Model, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    try await site.page(
      status: status, title: model.title, tab: RowPaths.list, crumbs: [RowSite.list],
      SessionDetailPage.render(model, templates: site.templates))
  }

  /// The changes of a form.
  ///
  /// An unchanged start is none: a start that is set is no assumed one, nor that of a day alone.
  private func edit(_ form: FormFields, of session: SessionSummary) throws -> SessionEdit {
    let workout = form["workout"]?.trimmingCharacters(in: .whitespacesAndNewlines)
    // Forms encode line ends as CR LF.
    let comments = form["comments"]?.replacing("\r\n", with: "\n")
    if let workout, workout.count > Self.longestWorkout {
      throw FieldProblem("The workout can have at most \(Self.longestWorkout) characters.")
    }
    if let comments, comments.count > Self.longestComments {
      throw FieldProblem("The comments can have at most \(Self.longestComments) characters.")
    }
    let calendar = site.calendar.calendar
    let shown = RowSite.moment(session.startedAt, in: calendar)
    let start = try form["start"].flatMap { text -> Date? in
      if text.trimmingCharacters(in: .whitespaces) == shown { return nil }
      guard let date = MomentText.date(text, in: calendar) else {
        throw FieldProblem(
          "“\(text)” is not a date. Write a day and a time, such as 2026-11-21 09:05.")
      }
      return date
    }
    return SessionEdit(
      startedAt: start, type: form["type"].flatMap { SessionType(rawValue: $0) },
      machine: form["machine"].flatMap { RowingMachine(rawValue: $0) }, workout: workout,
      comments: comments, athlete: form["athlete"].flatMap { UUID(uuidString: $0) })
  }

  /// The page with the submitted values and the error.
  private func rejected(_ id: UUID, form: FormFields, message: String) async throws -> Response {
    let model = try await site.sessionModel(id) { edit in
      edit.workout = form["workout"] ?? edit.workout
      edit.comments = form["comments"] ?? edit.comments
      edit.start = form["start"] ?? edit.start
      edit.types = FormChoice.selecting(form["type"], in: edit.types)
      edit.machines = FormChoice.selecting(form["machine"], in: edit.machines)
      edit.athletes = FormChoice.selecting(form["athlete"], in: edit.athletes)
      edit.message = message + " Nothing was changed."
    }
    return try await page(model, status: .unprocessableContent)
  }
}

extension RowSite {
  /// Loads the values of a session's page.
  ///
  /// - Parameters:
  ///   - id: The session's identifier.
  ///   - isSaved: Whether its form has just been saved.
  ///   - change: Changes the edit form's values, if they differ from the stored ones.
  /// - Returns: The values.
  /// - Throws: PageError.noSuchSession, or an error of the store.
  func sessionModel(
    _ id: UUID, isSaved: Bool = false, change: (inout SessionDetailPage.Edit) -> Void = { _ in }
  ) async throws -> SessionDetailPage.Model {
    let detail = try await detail(id)
    let session = detail.summary
    let viewer = try await library.viewer()
    // The form would move the session of a former athlete to the first choice.
    let athletes = try await library.athletes(includingInactive: true).filter {
      viewer.shows($0.id) && ($0.isActive || $0.id == session.athleteID)
    }
    var edit = edit(session, athletes: athletes)
    change(&edit)
    let strokes = try await library.strokes(of: id)
    let analysis = try await library.strokeAnalysis(of: id)
    let zones = SessionDetailPage.zones(try await library.zoneTimes(of: id))
    let athlete = session.athleteID.flatMap { id in
      session.athleteName.map { PageLink($0, RowPaths.athlete(id)) }
    }
    let formats: [(String, SessionFormat)] = [("FIT", .fit), ("TCX", .tcx), ("CSV", .csv)]
    return SessionDetailPage.Model(
      title: SessionTitle.text(session), date: SessionTitle.date(session, calendar: calendar),
      machineDate: calendar.machine(session.startedAt), athlete: athlete,
      source: [session.machine.rawValue, session.file].compactMap(\.self)
        .joined(separator: " · "),
      chips: SessionTitle.chips(session), isSaved: isSaved,
      figures: SessionDetailPage.figures(detail),
      intervals: SessionDetailPage.intervals(detail), profiles: StrokePlots(strokes).plots(),
      force: SessionDetailPage.force(analysis),
      consistency: SessionDetailPage.consistency(analysis),
      zones: zones,
      zonesBase: zones.isEmpty ? nil : "By the power of strokes, in the athlete's zones.",
      strokes: strokes.isEmpty
        ? nil : PageLink(RowText.count(strokes.count, "stroke"), RowPaths.strokes(id)),
      compare: PageLink("Compare", Paths.address(RowPaths.compare, [("a", RowPaths.text(id))])),
      comments: session.comments.isEmpty ? nil : session.comments,
      downloads: session.isEnded
        ? formats.map { .init(title: $0.0, path: RowPaths.file(id, $0.1.rawValue)) } : [],
      fragment: RowPaths.sessionFragment(id), edit: edit)
  }

  private func edit(_ session: SessionSummary, athletes: [AthleteSnapshot])
    -> SessionDetailPage.Edit
  {
    SessionDetailPage.Edit(
      action: RowPaths.session(session.id), delete: RowPaths.delete(session.id),
      token: token.text, workout: session.workout ?? "", comments: session.comments,
      start: Self.moment(session.startedAt, in: calendar.calendar),
      types: FormChoice.list(
        SessionType.allCases.map { ($0.rawValue, $0.rawValue) }, selected: session.type.rawValue),
      machines: FormChoice.list(
        RowingMachine.allCases.map { ($0.rawValue, $0.rawValue) },
        selected: session.machine.rawValue),
      athletes: athletes.count > 1
        ? FormChoice.list(
          athletes.map { (RowPaths.text($0.id), $0.name) },
          selected: session.athleteID.map(RowPaths.text)) : [],
      canFinish: !session.isEnded)
  }

  /// A moment as the form shows it: `2026-11-21 09:05:07`, without zero seconds.
  static func moment(_ date: Date, in calendar: Calendar) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    let second = parts.second ?? 0
    return String(
      format: "%04d-%02d-%02d %02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
      parts.hour ?? 0, parts.minute ?? 0) + (second == 0 ? "" : String(format: ":%02d", second))
  }
}

/// GET /rowing/sessions/:id/strokes: serves the table of strokes.
struct StrokesRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.strokesPattern)) { request, context in
      let id = try context.identifier(or: .noSuchSession)
      let session = try await site.detail(id).summary
      let pages = max(1, (session.recordedStrokes + StrokesPage.size - 1) / StrokesPage.size)
      let page = min(max(1, FormFields(query: request)["page"].flatMap { Int($0) } ?? 1), pages)
      let first = (page - 1) * StrokesPage.size
      let strokes = try await site.library.strokes(of: id, from: first, limit: StrokesPage.size)
      // The strokes of rests are below the last page of the others.
      let rests = page == pages ? try await site.library.restStrokes(of: id) : []
      let range =
        strokes.isEmpty
        ? "no strokes were recorded"
        : "\(first + 1)–\(first + strokes.count) of \(session.recordedStrokes)"
      let model = StrokesPage.Model(
        title: SessionTitle.text(session), range: range, table: StrokesPage.table(strokes),
        rests: rests.isEmpty ? nil : StrokesPage.table(rests, label: "Strokes in rests"),
        newer: page > 1 ? RowPaths.strokes(id, page: page - 1) : nil,
        older: page < pages ? RowPaths.strokes(id, page: page + 1) : nil)
      return site.page(
        title: "Strokes",
        crumbs: [RowSite.list, PageLink(SessionTitle.text(session), RowPaths.session(id))],
        site.templates.render(StrokesPage.name, model))
    }
  }
}

extension StrokesPage {
  /// The table of strokes, with the columns that have values.
  static func table(_ strokes: [StrokeSnapshot], label: String = "Strokes") -> DataTable {
    let columns: [(String, (StrokeSnapshot) -> String)] = [
      ("Time", { RowFormat.time($0.elapsed) }),
      ("Distance", { RowFormat.decimal($0.distance, 1, "m") }),
      ("Pace", { RowFormat.pace($0.pace) }), ("Power", { RowFormat.watts($0.power) }),
      ("Rate", { RowFormat.number($0.strokeRate.map(Double.init), "") }),
      ("Heart", { RowFormat.number($0.heartRate.map(Double.init), "") }),
      ("Drive", { RowFormat.decimal($0.driveTime, 2, "s") }),
      ("Recovery", { RowFormat.decimal($0.recoveryTime, 2, "s") }),
      ("Length", { RowFormat.decimal($0.driveLength, 2, "m") }),
      ("Per stroke", { RowFormat.decimal($0.strokeDistance, 2, "m") }),
      ("Peak", { RowFormat.force($0.peakForce) }),
      ("Mean", { RowFormat.force($0.averageForce) }),
      ("Work", { RowFormat.number($0.work, "J") }),
    ].filter { column in strokes.contains { column.1($0) != RowFormat.unknown } }
    return DataTable(
      label, columns: ["No."] + columns.map(\.0),
      rows: strokes.map { stroke in
        let name = stroke.isRest ? "Rest \(stroke.interval + 1)" : "\(stroke.index + 1)"
        return DataTable.Row(name, columns.map { $0.1(stroke) })
      })
  }
}

/// GET /rowing/sessions/:id/file/:format: serves a session as a file.
struct SessionFileRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.filePattern)) { _, context in
      let id = try context.identifier(or: .noSuchSession)
      guard let format = context.parameters.get("format").flatMap({ SessionFormat(rawValue: $0) })
      else {
        throw PageError.notFound
      }
      _ = try await site.detail(id)
      let data = try await site.library.export(id, as: format)
      // The file name contains no user input, which could break the header.
      let name = "rowing-\(RowPaths.text(id).prefix(8)).\(format.rawValue)"
      return Response(
        status: .ok,
        headers: [
          .contentType: format.mediaType,
          .contentDisposition: "attachment; filename=\"\(name)\"",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
  }
}

/// GET and POST /rowing/sessions/:id/delete: asks for confirmation, and deletes a session.
struct DeleteSessionRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.deletePattern)) { _, context in
      let id = try context.identifier(or: .noSuchSession)
      let session = try await site.detail(id).summary
      let model = RowDeletePage.Model(
        title: SessionTitle.text(session),
        text: "\(SessionTitle.date(session, calendar: site.calendar)), "
          + "\(RowFormat.distance(session.distance)). This permanently deletes the session and its "
          + "\(RowText.count(session.recordedStrokes, "stroke")). Download the FIT file first if "
          + "you may need it.",
        action: RowPaths.delete(id), back: RowPaths.session(id), token: site.token)
      return site.page(
        title: "Delete a session", crumbs: [RowSite.list],
        site.templates.render(RowDeletePage.name, model))
    }
    router.post(RouterPath(RowPaths.deletePattern)) { request, context in
      let id = try context.identifier(or: .noSuchSession)
      _ = try await FormFields(request, token: site.token)
      _ = try await site.detail(id)
      try await site.library.delete(id)
      return site.redirect(to: RowPaths.list)
    }
  }
}
