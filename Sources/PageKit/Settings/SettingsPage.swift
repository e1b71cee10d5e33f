// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The settings of the pages and of the apps.
enum SettingsPage {
  static let name = "settings"

  /// The page's values.
  struct Model: Sendable {
    var fields: [SettingField]
    var token: String
    var message: String?
    var isSaved = false
    let action = Paths.settings
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Settings</h1>
    {{#isSaved}}<p class="note good" role="status">Your settings are saved.</p>{{/isSaved}}
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" class="card glass">
    <input type="hidden" name="token" value="{{token}}">
    {{#fields}}
    <p class="field"><label for="{{id}}">{{label}}</label>
    {{^empty(choices)}}<select id="{{id}}" name="{{id}}"{{#hint}} aria-describedby="{{id}}-hint"{{/hint}}>{{#choices}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/choices}}</select>{{/empty(choices)}}
    {{#empty(choices)}}<input id="{{id}}" name="{{id}}" type="text" value="{{value}}" placeholder="{{placeholder}}" autocomplete="off"{{#hint}} aria-describedby="{{id}}-hint"{{/hint}}>{{/empty(choices)}}
    {{#hint}}<small id="{{id}}-hint">{{hint}}</small>{{/hint}}</p>
    {{/fields}}
    <p><button class="button primary">Save</button></p>
    </form>
    </div>
    """#
}

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
        for module in site.modules { try await module.applySettings(form) }
      } catch let problem as FieldProblem {
        var model = try await model()
        model.fields = model.fields.map { field in form[field.id].map(field.entered) ?? field }
        model.message = problem.message
        return page(model, status: .unprocessableContent)
      }
      var settings = site.settings.current
      settings.apply(form)
      try site.settings.save(settings)
      return site.redirect(to: Paths.settings + "?saved")
    }
  }

  private func model() async throws -> SettingsPage.Model {
    var fields = site.settings.current.fields
    for module in site.modules {
      let more = try await module.settings()
      fields += more.filter { field in !fields.contains { $0.id == field.id } }
    }
    return SettingsPage.Model(fields: fields, token: site.token.text)
  }

  private func page(
    _ model: SettingsPage.Model, status: HTTPResponse.Status = .ok
  ) -> Response {
    site.page(
      status: status, title: "Settings", at: Paths.settings,
      site.templates.render(SettingsPage.name, model))
  }
}
