// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// POST /rowing/import: stores the sessions of uploaded files, and undoes it.
///
/// GET /rowing/import, which a reload may request, redirects to the list.
struct RowImportRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.importFiles)) { _, _ in site.redirect(to: RowPaths.list) }
    router.post(RouterPath(RowPaths.importFiles)) { request, _ in
      let folder = try UploadFolder(in: site.configuration.uploadDirectory)
      defer { folder.remove() }
      let receiver = UploadReceiver(
        folder: folder, token: site.token, limit: site.configuration.maximumUploadSize)
      let form = try await receiver.receive(request)
      let isScript = UploadReport.isRequested(by: request)
      do {
        return try await result(of: form, isScript: isScript)
      } catch let problem as FieldProblem {
        if isScript { return try UploadReport(problem: problem.message).response() }
        let model = try await site.listModel(
          request, message: problem.message + " Nothing was imported; choose the files again.")
        return try await site.page(
          status: .unprocessableContent, title: "Rowing", tab: RowPaths.list,
          SessionListPage.render(model, templates: site.templates))
      }
    }
    router.post(RouterPath(RowPaths.undoImport)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      let ids = (form["ids"] ?? "").split(separator: " ")
        .compactMap { UUID(uuidString: String($0)) }
      guard !ids.isEmpty else { throw PageError.badForm("It names no session.") }
      let viewer = try await site.library.viewer()
      for id in ids {
        let session = try await site.library.session(id)?.summary
        // A session that is already deleted is ignored.
        if let session, !viewer.shows(session.athleteID) { throw PageError.noSuchSession }
      }
      _ = try await site.library.undoImport(ids)
      return site.redirect(to: RowPaths.list)
    }
  }

  private func result(of form: UploadedForm, isScript: Bool) async throws -> Response {
    let viewer = try await site.library.viewer()
    var options = RowingImportOptions(
      athlete: form.fields["athlete"].flatMap { UUID(uuidString: $0) })
    // An athlete imports the own sessions; a choice of another one is not offered.
    if !viewer.isCoach || !(options.athlete.map { viewer.shows($0) } ?? false) {
      options.athlete = viewer.athlete?.id
    }
    if let text = form.fields["start"], !text.allSatisfy(\.isWhitespace) {
      guard let start = MomentText.date(text, in: site.calendar.calendar) else {
        throw FieldProblem(
          "“\(text)” is not a date. Write a day and a time, such as 2026-11-21 09:05.",
          field: "start")
      }
      options.start = start
    }
    let report = await site.library.importFiles(form.files, options: options)
    if isScript { return try UploadReport(report, calendar: site.calendar).response() }
    let model = RowImportPage.Model(report, calendar: site.calendar, token: site.token)
    let isStored = !(report.imported + report.merged + report.unchanged).isEmpty
    return site.page(
      status: isStored ? .ok : .unprocessableContent, title: model.heading,
      crumbs: [RowSite.list], RowImportPage.render(model, templates: site.templates))
  }
}

extension UploadReport {
  /// The report of an import for the script of the form; of many workouts, one line for each state.
  init(_ report: RowingImportReport, calendar: PageCalendar) {
    self.init(
      files: Self.files(report.imported, .imported, calendar)
        + Self.files(report.merged, .unchanged, calendar)
        + Self.files(report.unchanged, .unchanged, calendar)
        + report.failed.map { failure in
          let line = failure.line.map { "line \($0): " } ?? ""
          return File(
            RowImportPage.name(of: failure.file), .failed, detail: line + failure.error)
        })
  }

  private static func files(
    _ entries: [RowingImportReport.Entry], _ state: State, _ calendar: PageCalendar
  ) -> [File] {
    entries.map { entry in
      let session = entry.session
      return File(
        RowImportPage.name(of: entry.file), state, id: session.id.uuidString,
        title: SessionTitle.text(session), link: RowPaths.session(session.id),
        detail: SessionTitle.date(session, calendar: calendar) + " · "
          + RowFormat.distance(session.distance),
        notes: entry.warnings)
    }
  }
}
