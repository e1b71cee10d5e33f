// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The forms of one kind of a trip's parts, such as its costs: /trips/:trip/expenses/:id.
///
/// GET shows the form, POST stores it, and POST to `delete` below the part deletes it.
struct PartRoutes<Part: EntitySnapshot>: Sendable {
  private let site: TripSite
  private let path: String
  private let find: @Sendable (TripView, UUID) throws -> Part

  /// The forms of the parts in a folder of a trip's paths.
  ///
  /// - Parameters:
  ///   - folder: The folder, such as `expenses`.
  ///   - site: The trips.
  ///   - find: Returns the part with an identifier, or throws a `PageError` for an unknown one.
  init(
    _ folder: String, of site: TripSite, find: @escaping @Sendable (TripView, UUID) throws -> Part
  ) {
    (self.site, self.find) = (site, find)
    path = "/trips/:trip/\(folder)/:id"
  }

  /// The part that a request's path names.
  func part(_ view: TripView, _ context: some RequestContext) throws -> Part {
    try find(view, try context.identifier("id"))
  }

  /// Adds the routes.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - suffix: The end of the form's path, for parts that have a page of their own.
  ///   - show: The page with the form of a part.
  ///   - store: Stores a submitted form, or shows it again with its problem.
  ///   - next: The path of the page after a deletion.
  func add(
    to router: PageRouter, at suffix: String = "",
    show: @escaping @Sendable (TripView, Part) -> Response,
    store: @escaping @Sendable (FormFields, TripView, Part) async throws -> Response,
    afterDeletion next: @escaping @Sendable (TripView, Part) -> String
  ) {
    router.get(RouterPath(path + suffix)) { _, context in
      let view = try await site.view(context)
      return show(view, try part(view, context))
    }
    router.post(RouterPath(path + suffix)) { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      return try await store(form, view, try part(view, context))
    }
    router.post(RouterPath(path + "/delete")) { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      let part = try part(view, context)
      try await site.library.delete(Part.self, part.id)
      return site.redirect(to: next(view, part), .deleted)
    }
  }
}

extension TripView {
  /// The part with an identifier; an unknown one is reported by its noun.
  func part<Part: EntitySnapshot>(
    _ id: UUID, among parts: [Part], _ noun: String
  ) throws -> Part {
    guard let part = parts.first(where: { $0.id == id }) else {
      throw PageError.noSuchPart(noun, of: tripID)
    }
    return part
  }
}
