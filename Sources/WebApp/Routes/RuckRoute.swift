// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import RuckMap

/// GET /rucks/:id: one ruck.
struct RuckRoute: Sendable {
  let site: Site

  func add(to router: Router<Routes.Context>) {
    router.get(RouterPath(Paths.ruckPattern)) { request, context in
      let isSaved = request.uri.query?.hasPrefix("saved") ?? false
      let model = try await site.ruckModel(try context.ruckID(), isSaved: isSaved)
      return site.page(title: model.title, RuckPage.render(model, templates: site.templates))
    }
  }
}

extension Site {
  /// A ruck's values.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - isSaved: True after its form was taken.
  ///   - change: Changes the edit form's values, where they are not what is stored.
  /// - Returns: The values.
  /// - Throws: PageError.noSuchRuck, or why the store can't be read.
  func ruckModel(
    _ id: UUID, isSaved: Bool = false, change: (inout RuckPage.Edit) -> Void = { _ in }
  ) async throws -> RuckPage.Model {
    guard let detail = try await library.ruck(id) else { throw PageError.noSuchRuck }
    let unitSystem = try await library.profile().unitSystem
    var edit = RuckPage.Edit(detail.summary, unitSystem: unitSystem, token: token)
    change(&edit)
    return RuckPage.Model(
      detail, edit: edit, isSaved: isSaved, unitSystem: unitSystem, calendar: calendar)
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
