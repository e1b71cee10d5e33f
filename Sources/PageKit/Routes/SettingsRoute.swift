// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// GET and POST /settings.
struct SettingsRoute: Sendable {
  let site: Site

  func add(to router: PageRouter) {
    let path = RouterPath(Paths.settings)
    router.get(path) { request, _ in
      var model = try await model()
      model.isSaved = request.uri.query == "saved"
      return page(model)
    }
    router.post(path) { request, _ in
      let form = try await FormFields(request, token: site.token)
      do {
        let tiles = try tiles(form)
        for module in site.modules { try await module.checkSettings(form) }
        for module in site.modules { try await module.applySettings(form) }
        var settings = site.settings.current
        settings.apply(form)
        settings.tiles = tiles
        try site.settings.save(settings)
        return site.redirect(to: Paths.settings + "?saved")
      } catch let problem as FieldProblem {
        return page(try await model(form, problem), status: .unprocessableContent)
      }
    }
  }

  // MARK: Map tiles

  /// The setting of map tiles in a form, after its source was opened.
  private func tiles(_ form: FormFields) throws(FieldProblem) -> TileSetting {
    let present = site.settings.current.tiles
    let setting = present.applying(form)
    let isFailed = site.configuration.maps.problem(of: present) != nil
    if setting == present {
      // The file may be back. A file that is still missing prevents no other change.
      if isFailed { try? site.configuration.maps.check(setting) }
      return setting
    }
    // A paired device must not learn which files exist, so the path is not opened.
    guard site.audience == .thisMachine || !(setting.isFile || present.isFile) else {
      throw FieldProblem(
        "Only the pages on the first machine can choose a tile file. Choose it there, or enter the "
          + "address of a tile server, which begins with https://.",
        field: TileSetting.sourceField)
    }
    do throws(MapTilesError) {
      try site.configuration.maps.check(setting)
      return setting
    } catch {
      let field =
        if case .attributionMissing = error { TileSetting.attributionField } else {
          TileSetting.sourceField
        }
      throw FieldProblem(error.errorDescription ?? "\(error)", field: field)
    }
  }

  // MARK: The page

  /// The values of the page.
  ///
  /// - Parameters:
  ///   - form: A rejected form, whose values stay in the fields.
  ///   - problem: The reason of the rejection.
  /// - Returns: The groups of fields with the form token.
  /// - Throws: An error of an app's store.
  private func model(
    _ form: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> SettingsPage.Model {
    let settings = site.settings.current
    let maps = site.configuration.maps
    var seen: Set<String> = []
    func shown(_ fields: [SettingField]) -> [SettingField] {
      fields.filter { seen.insert($0.id).inserted }.map { field in
        var field = form?[field.id].map(field.entered) ?? field
        if let problem, form != nil {
          field.problem = problem.field == field.id ? problem.message : nil
        }
        return field
      }
    }
    var groups = [
      SettingsPage.Group("appearance", "Appearance", shown(settings.fields)),
      SettingsPage.Group(
        "maps", "Maps",
        remark: maps.isFixed
          ? "The server was started with --tiles, which overrides these settings." : nil,
        shown(
          settings.tiles.fields(
            for: site.audience, problem: maps.isFixed ? nil : maps.problem(of: settings.tiles)))),
    ]
    for (number, module) in site.modules.enumerated() {
      let fields = shown(try await module.settings())
      guard !fields.isEmpty else { continue }
      groups.append(
        SettingsPage.Group("group-\(number)", module.navigation?.title ?? "Other", fields))
    }
    var model = SettingsPage.Model(groups: groups, token: site.token.text)
    model.message = problem.map { problem in
      let labels = groups.flatMap(\.fields).map(\.setting)
      guard let field = labels.first(where: { $0.id == problem.field }) else {
        return problem.message
      }
      return "Your settings are not saved: check “\(field.label)”."
    }
    return model
  }

  private func page(
    _ model: SettingsPage.Model, status: HTTPResponse.Status = .ok
  ) -> Response {
    site.page(
      status: status, title: "Settings", at: Paths.settings,
      site.templates.render(SettingsPage.name, model))
  }
}
