// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import TravelFiles
import TripPlanner

/// The documents of a trip: /trips/:trip/documents, their bytes and their forms.
struct DocumentRoutes: Sendable {
  /// The types that a browser shows; others are downloaded.
  private static let shownTypes: Set = [
    "application/pdf", "image/jpeg", "image/png", "image/gif", "image/webp", "text/plain",
  ]

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/documents") { request, context in
      let view = try await site.view(context)
      return site.page(
        title: "Documents", of: view, DocumentsPage.name, try await model(view, request))
    }
    router.post("/trips/:trip/documents") { request, context in
      try await upload(request, context)
    }
    let documents = PartRoutes("documents", of: site) { view, id in
      try view.part(id, among: view.detail.documents, "document")
    }
    router.get("/trips/:trip/documents/:id") { _, context in
      let view = try await site.view(context)
      let document = try documents.part(view, context)
      guard let data = try await site.library.documentData(document.id) else {
        throw PageError.failed(
          "The content of this document is not on this device yet. Enter the passphrase on the page Sync, "
            + "and sync.")
      }
      return response(document, data)
    }
    documents.add(to: router, at: "/edit") { view, document in
      form(view, document, values(document, view))
    } store: { form, view, document in
      try await stored(form, view, document)
    } afterDeletion: { view, _ in
      path(view)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "documents") }

  /// The bytes of a document.
  ///
  /// Only types that run no script are shown, since a document may come from anybody.
  private func response(_ document: DocumentAssetSnapshot, _ data: Data) -> Response {
    let isShown = Self.shownTypes.contains(document.contentType)
    let type = isShown ? document.contentType : "application/octet-stream"
    let name = document.fileName.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return Response(
      status: .ok,
      headers: [
        .contentType: type == "text/plain" ? "text/plain; charset=utf-8" : type,
        .contentDisposition: "\(isShown ? "inline" : "attachment"); filename*=UTF-8''\(name)",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }

  private func upload(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let folder = try UploadFolder(in: site.configuration.uploadDirectory)
    defer { folder.remove() }
    let view = try await site.view(context)
    let form = try await UploadReceiver(
      folder: folder, token: site.token, limit: site.configuration.maximumUploadSize
    ).receive(request)
    let isScript = UploadReport.isRequested(by: request)
    guard !form.files.isEmpty else {
      let problem = "No file was chosen."
      if isScript { return try UploadReport(problem: problem).response() }
      return site.redirect(to: path(view), problem: problem)
    }
    let report = try await store(form.files, in: view)
    if isScript { return try report.response() }
    if let failed = report.files.first(where: { $0.state == .failed }) {
      return site.redirect(
        to: path(view), problem: "\(failed.name): \(failed.detail ?? "not stored")")
    }
    return site.redirect(to: path(view), .added)
  }

  /// Stores each file as a document of a trip.
  private func store(_ files: [URL], in view: TripView) async throws -> UploadReport {
    var report = UploadReport()
    for file in files {
      let name = file.lastPathComponent
      do {
        let document = try await site.library.addDocument(
          try Data(contentsOf: file), fileName: name, to: view.tripID)
        report.files.append(
          UploadReport.File(
            name, .imported, title: document.title.isEmpty ? name : document.title,
            link: TripPaths.part(view.tripID, "documents", document.id)))
      } catch let error as TripLibraryError {
        report.files.append(UploadReport.File(name, .failed, detail: error.errorDescription))
      }
    }
    return report
  }

  // MARK: The form

  private static let names = ["title", "expiry", "owner", "notes"]

  private func values(_ document: DocumentAssetSnapshot, _ view: TripView) -> FormValues {
    FormValues([
      "title": document.title, "expiry": document.expiryDay,
      "owner": view.owner(document.segmentID, document.itemID).map(TripPaths.text),
      "notes": document.notes,
    ])
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ document: DocumentAssetSnapshot
  ) async throws -> Response {
    do {
      let values = FormValues(form, Self.names, present: self.values(document, view))
      let expiry = try parsed("expiry") { () throws(TripInputError) in
        try TripInput.day(values["expiry"])
      }
      let owner = values["owner"].flatMap(UUID.init(uuidString:))
      let segment = view.detail.segments.first { $0.id == owner }?.id
      let item = view.detail.items.first { $0.id == owner }?.id
      let (title, notes) = (TripInput.text(values["title"]), TripInput.text(values["notes"]))
      try await site.library.edit(DocumentAssetSnapshot.self, document.id) { document in
        document.title = title ?? document.fileName
        document.expiryDay = expiry?.description
        if values.changes("owner") { (document.segmentID, document.itemID) = (segment, item) }
        document.notes = notes
      }
      return site.redirect(to: path(view), .saved)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, document, FormValues(form, Self.names), problem)
    }
  }

  private func form(
    _ view: TripView, _ document: DocumentAssetSnapshot, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = TripPaths.part(view.tripID, "documents", document.id)
    var model = FormPage.Model(
      heading: "Edit document", intro: document.fileName, action: own + "/edit",
      token: site.token,
      groups: [
        FieldForm.Group(
          fields: [
            .init("title", "Title", values["title"], isWhole: true),
            .init(
              "expiry", "Valid until", values["expiry"], .date,
              hint: "The checks warn if it expires before the trip ends."),
            .init("owner", "Belongs to", values["owner"] ?? "", .choice(view.owners)),
            .init("notes", "Notes", values["notes"], .area(rows: 3)),
          ])
      ], submit: "Save", cancel: path(view), base: values.base,
      removal: ("Delete this document", own + "/delete"))
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }

  // MARK: The page

  private func model(_ view: TripView, _ request: Request) async throws -> DocumentsPage.Model {
    DocumentsPage.Model(
      header: try await site.header(view, .documents, here: path(view), request: request),
      livePath: path(view), token: site.token.text,
      items: view.detail.documents.map { item($0, view) }, uploadAction: path(view),
      limit: ByteSize.text(site.configuration.maximumUploadSize))
  }

  private func item(_ document: DocumentAssetSnapshot, _ view: TripView) -> DocumentsPage.Item {
    let own = TripPaths.part(view.tripID, "documents", document.id)
    let isPicture = ["image/jpeg", "image/png", "image/gif", "image/webp"]
      .contains(document.contentType)
    let ending = document.fileName.split(separator: ".").last.map { $0.uppercased() } ?? "FILE"
    let owner =
      view.detail.segments.first { $0.id == document.segmentID }.map { view.title($0) }
      ?? view.detail.items.first { $0.id == document.itemID }?.name
    var chips: [TripStop.Chip] = []
    if let day = StoredTime.day(document.expiryDay) {
      let isExpired = site.today.map { day < $0 } ?? false
      chips.append(
        .init(
          chipText: "\(isExpired ? "expired" : "valid until") \(view.format.shortDay(day))",
          chipStyle: isExpired ? "bad" : "plain"))
    }
    return DocumentsPage.Item(
      documentTitle: document.name,
      documentDetail: [ByteSize.text(document.byteCount), owner].compactMap(\.self)
        .joined(separator: " · "),
      openPath: own, editPath: own + "/edit", picture: isPicture ? own : nil,
      typeName: isPicture ? nil : String(ending.prefix(5)), chips: chips)
  }
}
