// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The import: /trips/import shows the form; POST imports or previews files, pasted text, or confirmed files.
struct ImportRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.importFiles)) { request, _ in
      let trip = FormFields(query: request)["trip"].flatMap(UUID.init(uuidString:))
      return try await page(nil, trip: trip)
    }
    router.post(RouterPath(TripPaths.importFiles)) { request, _ in try await upload(request) }
    router.post(RouterPath(TripPaths.importText)) { request, _ in try await paste(request) }
    router.post(RouterPath(TripPaths.importStage)) { request, _ in try await confirm(request) }
    for path in [TripPaths.importText, TripPaths.importStage] {
      router.get(RouterPath(path)) { _, _ in site.redirect(to: TripPaths.importFiles) }
    }
  }

  private func upload(_ request: Request) async throws -> Response {
    let folder = try UploadFolder(in: site.configuration.uploadDirectory)
    defer { folder.remove() }
    let form = try await UploadReceiver(
      folder: folder, token: site.token, limit: site.configuration.maximumUploadSize
    ).receive(request)
    let trip = form.fields["trip"].flatMap(UUID.init(uuidString:))
    let isScript = UploadReport.isRequested(by: request)
    guard !form.files.isEmpty else {
      if isScript { return try UploadReport(problem: "Choose one or more files.").response() }
      return try await page(nil, trip: trip, message: "Choose one or more files.")
    }
    let isPreview = form.fields["action"] == "preview"
    let report = await site.library.importFiles(
      form.files, options: TripImportOptions(trip: trip, isDryRun: isPreview))
    if isScript {
      let trips = try await site.library.trips(.all, countsItems: false)
      return try UploadReport(report, titles: Self.titles(trips)).response()
    }
    guard isPreview, report.failedCount < form.files.count else {
      return try await page(report, trip: trip)
    }
    let stage = try site.stages.add(contentsOf: form.files, trip: trip)
    return try await page(
      report, trip: trip, stage: stage, message: stage == nil ? ImportStages.excess : nil)
  }

  private func paste(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let trip = form["trip"].flatMap(UUID.init(uuidString:))
    let text = form["text"] ?? ""
    guard TripInput.text(text) != nil else {
      return try await page(nil, trip: trip, message: "Paste a text first.")
    }
    let isPreview = form["action"] == "preview"
    let data = Data(text.utf8)
    let report = await site.library.importData(
      data, name: "Pasted text", options: TripImportOptions(trip: trip, isDryRun: isPreview))
    let stage =
      isPreview && report.failedCount == 0
      ? site.stages.add(.init(files: [("Pasted text", data)], trip: trip)) : nil
    return try await page(
      report, trip: trip, stage: stage, pasted: report.failedCount > 0 || isPreview ? text : "")
  }

  private func confirm(_ request: Request) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    guard let stage = form["stage"].flatMap(site.stages.take) else {
      return try await page(
        nil, trip: nil,
        message: "The preview is no longer there, or was imported already. Choose the files again.")
    }
    var report = TripImportReport()
    for file in stage.files {
      let part = await site.library.importData(
        file.data, name: file.name, options: TripImportOptions(trip: stage.trip))
      report.files += part.files
    }
    return try await page(report, trip: stage.trip)
  }

  // MARK: The page

  private func page(
    _ report: TripImportReport?, trip: UUID?, stage: String? = nil, message: String? = nil,
    pasted: String = ""
  ) async throws -> Response {
    let trips = try await site.library.trips(.all, countsItems: false)
    let names = Self.titles(trips)
    var links: [PageLink] = []
    if let report, !report.isDryRun {
      var seen: Set<UUID> = []
      for id in report.files.flatMap(\.trips) where seen.insert(id).inserted {
        links.append(PageLink(names[id] ?? "The trip", TripPaths.trip(id)))
      }
    }
    let isRejected =
      message != nil
      || (report.map { !$0.files.isEmpty && $0.failedCount == $0.files.count } ?? false)
    let model = ImportPage.Model(
      token: site.token.text, importAction: TripPaths.importFiles,
      pasteAction: TripPaths.importText,
      heading: heading(report), isResult: report != nil,
      files: report?.files.enumerated().map { file($1, report, names, number: $0) } ?? [],
      stage: stage.map { .init(stageID: $0, stageAction: TripPaths.importStage) }, tripLinks: links,
      trips: [.init(optionValue: "", optionTitle: "By date", isSelected: trip == nil)]
        + trips.map {
          .init(
            optionValue: TripPaths.text($0.id), optionTitle: $0.trip.title,
            isSelected: $0.id == trip)
        },
      limit: ByteSize.text(site.configuration.maximumUploadSize), formMessage: message,
      pasted: pasted)
    return site.page(
      status: isRejected ? .unprocessableContent : .ok, title: "Import", ImportPage.name, model)
  }

  /// The titles of trips by their identifiers.
  private static func titles(_ trips: [TripSummary]) -> [UUID: String] {
    Dictionary(trips.map { ($0.id, $0.trip.title) }) { first, _ in first }
  }

  private func heading(_ report: TripImportReport?) -> String {
    guard let report else { return "Import bookings" }
    let texts = TripImportReport.Change.counts(report.files.flatMap(\.changes))
    let failed =
      report.failedCount > 0 ? ["\(TripFormat.count(report.failedCount, "file")) not imported"] : []
    let text = (texts + failed).joined(separator: ", ")
    return (report.isDryRun ? "Preview: " : "") + (text.isEmpty ? "nothing to import" : text)
  }

  private func file(
    _ file: TripImportReport.File, _ report: TripImportReport?, _ names: [UUID: String], number: Int
  ) -> ImportPage.File {
    let isDryRun = report?.isDryRun ?? false
    let isEmpty = file.error == nil && file.changes.isEmpty
    let stored = isDryRun ? "can be imported" : "imported"
    return ImportPage.File(
      fileID: "file-\(number)", fileName: URL(filePath: file.name).lastPathComponent,
      fileState: file.error != nil ? "not imported" : isEmpty ? "nothing found" : stored,
      fileStyle: file.error != nil ? "bad" : isEmpty ? "warn" : "",
      fileProblem: file.problem
        ?? (isEmpty && file.remarks.isEmpty ? TripImportReport.File.nothingFound : nil),
      items: file.changes.map { item($0, isDryRun: isDryRun, names) },
      warnings: file.remarks)
  }

  private func item(
    _ change: TripImportReport.Change, isDryRun: Bool, _ names: [UUID: String]
  ) -> ImportPage.Item {
    let (action, style) =
      switch change.kind {
      case .added: (isDryRun ? "new" : "added", "")
      case .updated: (isDryRun ? "changes" : "updated", "warn")
      case .unchanged: ("unchanged", "plain")
      case .cancelled: ("cancelled", "bad")
      case .stayedDeleted: ("stays deleted", "plain")
      }
    let noun = TripWords.noun(change.type)
    let trip = change.trip.flatMap { names[$0] }
    let isStored = change.kind != .stayedDeleted && (!isDryRun || change.kind != .added)
    return ImportPage.Item(
      itemTitle: change.name.isEmpty ? noun : change.name,
      itemPath: isStored
        ? change.trip.flatMap {
          names[$0] == nil ? nil : TripPaths.object(change.type, change.id, in: $0)
        }
        : nil,
      itemDetail: [noun.prefix(1).uppercased() + noun.dropFirst(), trip.map { "in \($0)" }]
        .compactMap(\.self).joined(separator: " "),
      itemAction: action, itemStyle: style)
  }
}
