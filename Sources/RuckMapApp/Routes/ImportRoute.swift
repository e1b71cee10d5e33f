// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// POST /import: stores the rucks of uploaded files.
///
/// GET /import, which a reload may request, redirects to the list.
struct ImportRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.importFiles)) { _, _ in site.redirect(to: RuckPaths.list) }
    router.post(RouterPath(RuckPaths.importFiles)) { request, _ in
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
        return site.page(
          status: .unprocessableContent, title: "Rucks", crumbs: [],
          RuckListPage.render(model, templates: site.templates))
      }
    }
  }

  private func result(of form: UploadedForm, isScript: Bool) async throws -> Response {
    let profile = try await site.library.profile()
    let (unitSystem, calendar) = (profile.unitSystem, site.calendar(for: profile))
    let options = ImportOptions(
      packWeight: try FieldProblem.mass(form.fields["pack"], unitSystem),
      bodyWeight: try FieldProblem.mass(form.fields["body"], unitSystem))
    let report = await site.library.importFiles(
      form.files, options: options, isFollowed: form.fields[UploadScript.followedField] != nil)
    if isScript {
      return try UploadReport(report, unitSystem: unitSystem, calendar: calendar).response()
    }
    let model = ImportResultPage.Model(
      report, unitSystem: unitSystem, calendar: calendar, token: site.token)
    let isRejected =
      report.imported.isEmpty && report.unchanged.isEmpty && report.skipped.isEmpty
      && report.objects.isEmpty
    return site.page(
      status: isRejected ? .unprocessableContent : .ok, title: model.heading,
      ImportResultPage.render(model, templates: site.templates))
  }
}

extension UploadReport {
  /// The report of an import for the script of the form.
  init(_ report: ImportReport, unitSystem: UnitSystem, calendar: PageCalendar) {
    let format = MeasureFormat(unitSystem: unitSystem)
    func name(_ file: String) -> String { URL(filePath: file).lastPathComponent }
    func stored(
      _ file: String, _ state: State, _ ruck: RuckSummary, _ notes: [String]
    ) -> File {
      File(
        name(file), state, id: ruck.id.uuidString, title: RuckTitle.text(ruck),
        link: RuckPaths.ruck(ruck.id),
        detail: RuckTitle.date(ruck, calendar: calendar) + " · " + format.distance(ruck.distance),
        notes: notes)
    }
    let skipped =
      ImportResultPage.Model.skipped(report.skipped.count).map {
        [File(name(report.skipped[0].file), .unchanged, detail: $0)]
      } ?? []
    var files = report.imported.map { stored($0.file, .imported, $0.ruck, $0.warnings) }
    files += report.unchanged.map { stored($0.file, .unchanged, $0.ruck, []) }
    files += report.failed.map { failure in
      let line = failure.line.map { "line \($0): " } ?? ""
      return File(name(failure.file), .failed, detail: line + failure.error)
    }
    files += skipped
    files += report.objects.map { object in
      File(object.label, object.isNew ? .imported : .unchanged, id: object.undoText)
    }
    self.init(files: files)
  }
}

extension ImportReport.Object {
  /// The noun and the name.
  var label: String { name.isEmpty ? noun : "\(noun) \(name)" }

  /// The value of the field `ids` that undoes the restoration; nil for an object that was stored before,
  /// and for the profile.
  var undoText: String? { isNew && kind != "user" ? "\(kind):\(id.uuidString)" : nil }
}

/// POST /rucks/import/undo: deletes the rucks and the other objects that an import added.
struct UndoImportRoute: Sendable {
  /// The maximum size of the form in bytes, enough for the identifiers of 100,000 rucks.
  private static let largestForm = 4 << 20

  let site: RuckSite

  func add(to router: PageRouter) {
    router.post(RouterPath(RuckPaths.undoImport)) { request, _ in
      let form = try await FormFields(request, token: site.token, limit: Self.largestForm)
      var rucks: [UUID] = []
      var objects: [UUID: String] = [:]
      for text in (form["ids"] ?? "").split(separator: " ") {
        let parts = text.split(separator: ":")
        guard let id = parts.last.flatMap({ UUID(uuidString: String($0)) }) else { continue }
        if parts.count == 1 { rucks.append(id) } else { objects[id] = String(parts[0]) }
      }
      guard !rucks.isEmpty || !objects.isEmpty else {
        throw PageError.badForm("It names no ruck.")
      }
      try await site.library.undoImport(rucks, objects: objects)
      return site.redirect(to: RuckPaths.list)
    }
  }
}
