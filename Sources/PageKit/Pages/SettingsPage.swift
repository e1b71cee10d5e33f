// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The settings of the pages and of the apps.
enum SettingsPage {
  static let name = "settings"

  /// The page's values.
  struct Model: Sendable {
    var groups: [Group]
    var token: String
    var message: String?
    var isSaved = false
    let action = Paths.settings
  }

  /// The fields of one subject.
  struct Group: Sendable {
    var id: String
    var heading: String
    /// A remark above the fields.
    var remark: String?
    var fields: [Field]

    init(_ id: String, _ heading: String, remark: String? = nil, _ fields: [SettingField]) {
      self.id = id
      self.heading = heading
      self.remark = remark
      self.fields = fields.map(Field.init)
    }
  }

  /// A field with the identifiers of its descriptions.
  struct Field: Sendable {
    var setting: SettingField
    /// The identifiers of the problem and of the hint; nil without both.
    var describedBy: String?

    init(_ setting: SettingField) {
      self.setting = setting
      let ids = [
        setting.problem.map { _ in "\(setting.id)-problem" },
        setting.hint.map { _ in "\(setting.id)-hint" },
      ].compactMap(\.self)
      describedBy = ids.isEmpty ? nil : ids.joined(separator: " ")
    }
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Settings</h1>
    {{#isSaved}}<p class="note good" role="status">Your settings are saved.</p>{{/isSaved}}
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" class="stack">
    <input type="hidden" name="token" value="{{token}}">
    {{#groups}}
    <section class="card glass" aria-labelledby="{{id}}"><h2 id="{{id}}">{{heading}}</h2>
    {{#remark}}<p class="note">{{remark}}</p>{{/remark}}
    <div class="fields">
    {{#fields}}{{#setting}}
    <p class="field"><label for="{{id}}">{{label}}</label>
    {{^empty(choices)}}<select id="{{id}}" name="{{id}}"{{#describedBy}} aria-describedby="{{describedBy}}"{{/describedBy}}>{{#choices}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/choices}}</select>{{/empty(choices)}}
    {{#empty(choices)}}<input id="{{id}}" name="{{id}}" type="text" value="{{value}}" placeholder="{{placeholder}}" autocomplete="off"{{#problem}} aria-invalid="true"{{/problem}}{{#isDisabled}} disabled{{/isDisabled}}{{#describedBy}} aria-describedby="{{describedBy}}"{{/describedBy}}>{{/empty(choices)}}
    {{#problem}}<strong class="note bad" id="{{id}}-problem">{{problem}}</strong>{{/problem}}
    {{#hint}}<small id="{{id}}-hint">{{hint}}</small>{{/hint}}</p>
    {{/setting}}{{/fields}}
    </div>
    </section>
    {{/groups}}
    <p class="actions"><button class="button primary">Save</button></p>
    </form>
    </div>
    """#
}
