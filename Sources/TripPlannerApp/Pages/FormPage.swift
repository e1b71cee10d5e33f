// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// A form with named fields, for one object of a trip.
///
/// All forms share this page, so that errors, hints and keyboard order are the same everywhere.
enum FormPage {
  /// A field of the form.
  struct Field: Sendable {
    /// The input's kind.
    enum Kind: Sendable {
      /// One line of text, with proposals.
      case text(proposals: [String])
      case date
      case time
      case email
      case area(rows: Int)
      case choice([(value: String, title: String)])
      case flag
      case file
    }

    var fieldID: String
    var label: String
    var value: String
    var placeholder: String
    var hint: String?
    var error: String? { didSet { if error != nil { describedBy = "\(fieldID)-error" } } }
    /// The element with the hint or the error.
    private(set) var describedBy: String?
    var isRequired: Bool
    var isWhole: Bool
    var inputType: String?
    var inputMode: String
    var area: Area?
    var choices: Choices?
    var flag: Flag?
    var file: File?
    var proposalList: Proposals?

    struct Area: Sendable { var rows: Int }
    struct Choices: Sendable { var options: [Choice] }
    struct Flag: Sendable { var isOn: Bool }
    struct File: Sendable { var accept: String }
    struct Proposals: Sendable {
      var listID: String
      var proposals: [String]
    }

    /// Creates a field.
    init(
      _ id: String, _ label: String, _ value: String?, _ kind: Kind = .text(proposals: []),
      placeholder: String = "", hint: String? = nil, isRequired: Bool = false,
      isWhole: Bool = false,
      inputMode: String = "text"
    ) {
      (fieldID, self.label, self.value) = (id, label, value ?? "")
      (self.placeholder, self.hint, self.isRequired) = (placeholder, hint, isRequired)
      (self.isWhole, self.inputMode) = (isWhole, inputMode)
      describedBy = hint == nil ? nil : "\(id)-hint"
      switch kind {
      case .text(let proposals):
        inputType = "text"
        if !proposals.isEmpty {
          proposalList = Proposals(listID: "\(id)-list", proposals: proposals)
        }
      case .date: inputType = "date"
      case .time: inputType = "time"
      case .email: inputType = "email"
      case .area(let rows):
        area = Area(rows: rows)
        self.isWhole = true
      case .choice(let options):
        choices = Choices(
          options: options.map {
            Choice(optionValue: $0.value, optionTitle: $0.title, isSelected: $0.value == value)
          })
      case .flag: flag = Flag(isOn: value == "1")
      case .file: file = File(accept: placeholder)
      }
    }
  }

  /// A choice of a list.
  struct Choice: Sendable {
    var optionValue: String
    var optionTitle: String
    var isSelected: Bool
  }

  /// Fields with a heading.
  struct Group: Sendable {
    var legend: String?
    var fields: [Field]
  }

  /// The page's values.
  struct Model: Sendable {
    var heading: String
    var intro: String?
    var formAction: String
    var token: String
    var groups: [Group]
    var submit: String
    var cancel: String
    var message: String?
    /// The form that deletes the object; nil for a new one.
    var removal: Removal?
    var isUpload = false
    /// The values of hidden fields.
    var hidden: [Hidden] = []
  }

  /// A hidden field.
  struct Hidden: Sendable {
    var hiddenName: String
    var hiddenValue: String
  }

  /// A form that deletes an object.
  struct Removal: Sendable {
    var removeAction: String
    var removeTitle: String
  }

  static let name = "trip-form"

  static let template = #"""
    {{>trip-head}}
    <section class="card glass narrow" aria-labelledby="form-title">
    <h1 id="form-title">{{heading}}</h1>
    {{#intro}}<p class="soft">{{intro}}</p>{{/intro}}
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{formAction}}" class="edit"{{#isUpload}} enctype="multipart/form-data"{{/isUpload}}>
    <input type="hidden" name="token" value="{{token}}">{{#hidden}}<input type="hidden" name="{{hiddenName}}" value="{{hiddenValue}}">{{/hidden}}
    {{#groups}}
    <fieldset>{{#legend}}<legend>{{legend}}</legend>{{/legend}}
    <div class="form-grid">
    {{#fields}}
    <p class="field{{#isWhole}} whole{{/isWhole}}"><label for="{{fieldID}}">{{label}}</label>
    {{#inputType}}<input id="{{fieldID}}" name="{{fieldID}}" type="{{inputType}}" value="{{value}}" placeholder="{{placeholder}}" inputmode="{{inputMode}}" autocomplete="off" maxlength="500"{{#isRequired}} required{{/isRequired}}{{#error}} aria-invalid="true"{{/error}}{{#describedBy}} aria-describedby="{{describedBy}}"{{/describedBy}}{{#proposalList}} list="{{listID}}"{{/proposalList}}>{{#proposalList}}<datalist id="{{listID}}">{{#proposals}}<option value="{{.}}"></option>{{/proposals}}</datalist>{{/proposalList}}{{/inputType}}
    {{#area}}<textarea id="{{fieldID}}" name="{{fieldID}}" rows="{{rows}}" maxlength="10000"{{#describedBy}} aria-describedby="{{describedBy}}"{{/describedBy}}>
    {{value}}</textarea>{{/area}}
    {{#choices}}<select id="{{fieldID}}" name="{{fieldID}}"{{#describedBy}} aria-describedby="{{describedBy}}"{{/describedBy}}>{{#options}}<option value="{{optionValue}}"{{#isSelected}} selected{{/isSelected}}>{{optionTitle}}</option>{{/options}}</select>{{/choices}}
    {{#flag}}<span class="check"><input id="{{fieldID}}" name="{{fieldID}}" type="checkbox" value="1"{{#isOn}} checked{{/isOn}}></span>{{/flag}}
    {{#file}}<input id="{{fieldID}}" name="{{fieldID}}" type="file" required>{{/file}}
    {{#hint}}<small id="{{fieldID}}-hint">{{hint}}</small>{{/hint}}{{#error}}<small class="note bad" id="{{fieldID}}-error">{{error}}</small>{{/error}}</p>
    {{/fields}}
    </div></fieldset>
    {{/groups}}
    <p class="actions"><button class="button primary">{{submit}}</button><a class="button" href="{{cancel}}">Cancel</a></p>
    </form>
    {{#removal}}<form method="post" action="{{removeAction}}" class="edit"><input type="hidden" name="token" value="{{token}}"><p class="actions"><button class="button danger quiet">{{removeTitle}}</button></p></form>{{/removal}}
    </section>
    """#
}
