// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Measures
import NIOCore
import PageKit
import RuckMap

/// GET /rucks/:id: serves the page of one ruck.
struct RuckRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.ruckPattern)) { request, context in
      let isSaved = request.uri.query?.hasPrefix("saved") ?? false
      var model = try await site.ruckModel(try context.ruckID(), isSaved: isSaved)
      model.pageNotice =
        FormFields(query: request)["done"]
        .flatMap(RuckNotice.init(rawValue:))?.text
      return site.page(title: model.title, RuckPage.render(model, templates: site.templates))
    }
  }
}

extension RuckSite {
  /// Loads the values of a ruck's page.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - isSaved: Whether its form has just been saved.
  ///   - change: Changes the edit form's values, if they differ from the stored ones.
  /// - Returns: The values.
  /// - Throws: PageError.noSuchRuck, or an error of the store.
  func ruckModel(
    _ id: UUID, isSaved: Bool = false, change: (inout RuckPage.Edit) -> Void = { _ in }
  ) async throws -> RuckPage.Model {
    let profile = try await library.profile()
    guard
      let (detail, figures) = try await library.ruck(
        id, includesFigures: !profile.display.simplifiedUI)
    else { throw PageError.noSuchRuck }
    let extras = try await library.extras(of: id)
    var edit = RuckPage.Edit(detail.summary, unitSystem: profile.unitSystem, token: token)
    edit.rpe = extras.rpe.map(String.init) ?? ""
    edit.surface = extras.surface?.rawValue ?? ""
    edit.loads = RuckPage.LoadField.fields(
      of: detail, MeasureFormat(unitSystem: profile.unitSystem), calendar(for: profile))
    change(&edit)
    var model = RuckPage.Model(
      detail, edit: edit, isSaved: isSaved, unitSystem: profile.unitSystem,
      calendar: calendar(for: profile), maps: site.maps, display: profile.display)
    if detail.track.isEmpty, try await library.entry(of: id) != nil {
      model.entryPath = RuckPaths.entry(id)
    }
    model.isPrivate = try await library.hasPrivatePositions(detail.track)
    model.themeClasses = ThemeManager(profile: profile).classes
    model.cards = try await RuckCards(site: self, display: profile.display)
      .cards(of: detail, extras, figures)
    if !profile.display.simplifiedUI {
      model.surfaceCard = try await SegmentSurfacesForm(site: self).card(of: id)
    }
    return model
  }
}

extension RequestContext {
  /// The identifier in the path.
  func ruckID() throws -> UUID {
    guard let id = parameters.get("id").flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuchRuck
    }
    return id
  }
}

/// GET /fragments/rucks/:id: serves a ruck without its form, to update open pages.
struct RuckFragmentRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.ruckFragmentPattern)) { _, context in
      let model = try await site.ruckModel(try context.ruckID())
      return site.html(RuckPage.renderFragment(model, templates: site.templates))
    }
  }
}

/// GET /rucks/:id/track.gpx, and the other formats: serves a ruck as a file.
struct TrackFileRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    for format in RuckFileFormat.allCases { add(format, to: router) }
  }

  private func add(_ format: RuckFileFormat, to router: PageRouter) {
    router.get(RouterPath(RuckPaths.trackPattern(format))) { _, context in
      let id = try context.ruckID()
      let data = try await site.library.export(id, as: format)
      // The file name contains no user input, which could break the header.
      let name = "ruck-\(id.uuidString.lowercased().prefix(8)).\(format.rawValue)"
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

/// GET /rucks/:id/track.svg: serves the picture of a track without the privacy zones.
struct TrackPictureRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.picturePattern)) { _, context in
      let id = try context.ruckID()
      guard let ruck = try await site.library.ruck(id) else { throw PageError.noSuchRuck }
      let unitSystem = try await site.library.profile().unitSystem
      let track = try await site.library.publicTrack(of: id)
      guard let picture = TrackPicture(track: track, unitSystem: unitSystem) else {
        throw ruck.track.isEmpty
          ? RuckLibraryError.nothingToExport(id.uuidString)
          : RuckLibraryError.hiddenByPrivacyZones(id.uuidString)
      }
      let name = "ruck-\(id.uuidString.lowercased().prefix(8)).svg"
      return Response(
        status: .ok,
        headers: [
          .contentType: "image/svg+xml", .contentDisposition: "attachment; filename=\"\(name)\"",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(string: picture.file)))
    }
  }
}

/// GET /rucks/:id/track.json: serves the track for the map.
struct TrackDataRoute: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.trackDataPattern)) { _, context in
      guard let detail = try await site.library.ruck(try context.ruckID()) else {
        throw PageError.noSuchRuck
      }
      return try TrackMapData(track: detail.track).response()
    }
  }
}
