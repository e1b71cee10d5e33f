// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Measures
import NIOCore
import PageKit
import RuckMap

/// GET /rucks/record and its fragment: serves the recording's page.
struct RecordPageRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RecordPaths.page)) { _, _ in
      var model = try await site.recordModel()
      model.lastPack = try await lastPack()
      return site.page(
        title: "Record", RecordPage.render(model, templates: site.templates))
    }
    router.get(RouterPath(RecordPaths.fragment)) { _, _ in
      site.html(
        RecordPage.renderFragment(try await site.recordModel(), templates: site.templates))
    }
  }
}

extension RecordPageRoute {
  /// The pack weight of the newest ruck, which the next one probably has; empty without one.
  private func lastPack() async throws -> String {
    guard let ruck = try await site.library.rucks(RuckQuery()).rucks.first, ruck.packWeight > 0
    else { return "" }
    return try await site.format().measure.weight(ruck.packWeight)
  }
}

extension RuckSite {
  /// Loads the values of the recording's page.
  func recordModel(message: String? = nil) async throws -> RecordPage.Model {
    let profile = try await library.profile()
    return RecordPage.Model(
      try await library.activeRecordings(), competing: try await library.competingRecordings(),
      profile: profile, calendar: calendar(for: profile), now: .now, token: token,
      message: message)
  }
}

/// POST /rucks/record/:id/pause, resume, load, return, end, discard and continue, and
/// /rucks/record/join: changes running rucks.
struct RecordActionRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    for action in RecordPaths.Action.allCases {
      router.post(RouterPath(RecordPaths.pattern(action))) { request, context in
        let id = try context.ruckID()
        let form = try await FormFields(request, token: site.token)
        return try await answer { try await perform(action, id, form) }
      }
    }
    router.post(RouterPath(RecordPaths.join)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      let ids = (form["rucks"] ?? "").split(separator: ",").compactMap { UUID(uuidString: "\($0)") }
      return try await answer { RuckPaths.ruck(try await site.library.joinRecordings(ids).id) }
    }
  }

  /// Redirects to the path that an action returns, or shows the reason of its rejection.
  private func answer(_ action: () async throws -> String) async throws -> Response {
    do {
      return site.redirect(to: try await action())
    } catch let problem as FieldProblem {
      return try await rejected(problem.message)
    } catch let error as RecordingError {
      return try await rejected(error.errorDescription ?? "The ruck can't be changed.")
    }
  }

  /// Performs an action, and returns the path of the next page.
  private func perform(
    _ action: RecordPaths.Action, _ id: UUID, _ form: FormFields
  ) async throws -> String {
    switch action {
    case .pause: try await site.library.pauseRecording(id)
    case .resume: try await site.library.resumeRecording(id)
    case .load: try await changeLoad(id, form)
    case .end:
      let ruck = try await site.library.endRecording(id, try end(form))
      return RuckPaths.ruck(ruck.id)
    case .discard: try await site.library.discardRecording(id)
    case .expect:
      let end = try ReturnTime.parse(form["return"], try await site.format(), now: .now)
      try await site.library.expectReturn(of: id, at: end)
    case .proceed: try await site.library.continueRecording(id)
    }
    return RecordPaths.page
  }

  private func changeLoad(_ id: UUID, _ form: FormFields) async throws {
    guard let ruck = try await site.library.recording(id) else {
      throw RecordingError.notRecording(id)
    }
    let unitSystem = try await site.library.profile().unitSystem
    // The field shows a rounded weight, which must not replace the stored one.
    let shown = MeasureFormat(unitSystem: unitSystem).weight(ruck.packWeight)
    let entered = form["pack"].flatMap { $0 == shown ? nil : $0 }
    try await site.library.changeLoad(
      of: id,
      LoadChange(
        packWeight: try FieldProblem.mass(entered, unitSystem),
        surface: form["surface"].flatMap(WalkingSurface.init)))
  }

  private func end(_ form: FormFields) throws -> RecordingEnd {
    let text = form["rpe"]?.trimmingCharacters(in: .whitespaces) ?? ""
    let rpe = Int(text)
    guard text.isEmpty || rpe != nil else {
      throw FieldProblem("The exertion must be a number from 1 to 10.")
    }
    let notes = form["notes"]?.replacing("\r\n", with: "\n")
    guard (notes?.count ?? 0) <= EditRuckRoute.longestNotes else {
      throw FieldProblem(
        "The notes can have at most \(EditRuckRoute.longestNotes) characters.")
    }
    return RecordingEnd(rpe: rpe, notes: notes)
  }

  private func rejected(_ message: String) async throws -> Response {
    let model = try await site.recordModel(message: message + " Nothing was changed.")
    return site.page(
      status: .unprocessableContent, title: "Record",
      RecordPage.render(model, templates: site.templates))
  }
}

/// POST /rucks/record/upload: stores positions that a page of a device has recorded.
struct RecordUploadRoute: Sendable {
  /// The maximum size of an upload in bytes.
  static let largest = 2 << 20

  /// The token beside the recording.
  private struct Token: Decodable {
    let token: String?
  }

  /// The reason why an upload is rejected, for the script.
  private struct Problem: Encodable {
    let code: String
    let problem: String
  }

  let site: RuckSite
  let weather: PageWeather

  func add(to router: PageRouter) {
    router.post(RouterPath(RecordPaths.upload)) { request, _ in
      let body: ByteBuffer
      do {
        body = try await request.body.collect(upTo: Self.largest)
      } catch is NIOTooManyBytesError {
        return try problem(.contentTooLarge, "size", "The upload has more than 2 MB.")
      }
      let data = Data(body.readableBytesView)
      let decoder = JSONDecoder()
      // As for a form: another site's page knows no token, and nothing is stored without one.
      guard let token = try? decoder.decode(Token.self, from: data), site.token.matches(token.token)
      else { throw PageError.staleForm }
      do {
        let upload = try decoder.decode(PageRecording.self, from: data)
        let receipt = try await site.library.receive(upload)
        weather.record(upload, in: site.library)
        return try json(.ok, receipt)
      } catch is DecodingError {
        return try problem(
          .unprocessableContent, "malformed", "The upload is not in the form of the page.")
      } catch RecordingError.deleted(let id) {
        return try problem(
          .gone, "deleted", RecordingError.deleted(id).errorDescription ?? "Deleted.")
      } catch RecordingError.tooShort(let id) {
        return try problem(
          .unprocessableContent, "too-short",
          RecordingError.tooShort(id).errorDescription ?? "Too short.")
      } catch let error as RecordingError {
        return try problem(.unprocessableContent, "invalid", error.errorDescription ?? "Invalid.")
      } catch let error as RuckLibraryError {
        return try problem(.unprocessableContent, "invalid", error.errorDescription ?? "Invalid.")
      }
    }
  }

  private func problem(
    _ status: HTTPResponse.Status, _ code: String, _ text: String
  ) throws -> Response {
    try json(status, Problem(code: code, problem: text))
  }

  private func json(_ status: HTTPResponse.Status, _ value: some Encodable) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
}
