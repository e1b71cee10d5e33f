// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PageKit
import Rowing

/// GET and POST /rowing/athletes/:id/picture: serves, stores and removes an athlete's picture.
struct AthletePictureRoute: Sendable {
  /// The maximum size of the form in bytes: a picture that is too large is rejected by its rule.
  private static let largestForm = 8 << 20

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.picturePattern)) { _, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      guard let data = try await site.library.picture(of: athlete.id),
        let type = AthletePicture.mediaType(of: data)
      else { throw PageError.notFound }
      return Response(
        status: .ok, headers: [.contentType: type, .contentDisposition: "inline"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
    router.post(RouterPath(RowPaths.picturePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      let folder = try UploadFolder(in: site.configuration.uploadDirectory)
      defer { folder.remove() }
      let form = try await UploadReceiver(
        folder: folder, token: site.token, limit: Self.largestForm
      ).receive(request)
      do {
        guard let file = form.files.first else {
          throw FieldProblem("No file was chosen.")
        }
        let edit = AthleteEdit(picture: .set(try Data(contentsOf: file)))
        _ = try await site.library.editAthlete(athlete.id, edit)
        return site.redirect(to: RowPaths.athlete(athlete.id) + "?saved")
      } catch {
        var picture = AthletePage.Picture(athlete, token: site.token)
        picture.message = try AthleteForm.message(error) + " Nothing was changed."
        return site.page(
          status: .unprocessableContent, title: athlete.name,
          crumbs: [
            RowSite.list, PageLink("Athletes", RowPaths.athletes),
            PageLink(athlete.name, RowPaths.athlete(athlete.id)),
          ],
          "<h1>Picture</h1>" + site.templates.render(AthletePage.pictureName, picture))
      }
    }
    router.post(RouterPath(RowPaths.deletePicturePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      _ = try await FormFields(request, token: site.token)
      _ = try await site.library.editAthlete(athlete.id, AthleteEdit(picture: .remove))
      return site.redirect(to: RowPaths.athlete(athlete.id) + "?saved")
    }
  }

  private func athlete(_ id: UUID) async throws -> AthleteSnapshot {
    guard let athlete = try await site.library.athlete(id),
      try await site.library.viewer().shows(id)
    else { throw PageError.noSuchAthlete }
    return athlete
  }
}
