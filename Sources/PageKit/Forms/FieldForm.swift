// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A form with labeled fields for one object.
///
/// Errors, hints and the order of the keyboard are the same in all forms. A template shows a form by
/// `{{>field-form}}` in the context of a `FieldForm`. A rejected form is shown again with its texts and with
/// ``show(_:)``.
package struct FieldForm: Sendable {
  /// A value that can be chosen, also in other lists of a page.
  package struct Choice: Sendable {
    package var optionValue: String
    package var optionTitle: String
    package var isSelected: Bool

    /// Creates a choice.
    package init(optionValue: String, optionTitle: String, isSelected: Bool) {
      (self.optionValue, self.optionTitle) = (optionValue, optionTitle)
      self.isSelected = isSelected
    }
  }

  /// Fields with a heading.
  package struct Group: Sendable {
    var groupLegend: String?
    var formFields: [Field]

    /// Creates a group; without a legend, its fields belong to no set.
    package init(legend: String? = nil, fields: [Field]) {
      (groupLegend, formFields) = (legend, fields)
    }
  }

  /// A field of the form.
  package struct Field: Sendable {
    /// The kind of the field's control.
    package enum Kind: Sendable {
      /// One line of text, with proposals.
      case text(proposals: [String])
      /// A number or a quantity with its unit, in one line of text.
      case quantity
      case date
      case time
      case email
      case telephone
      case area(rows: Int)
      case choice([(value: String, title: String)])
      case flag
    }

    struct Input: Sendable {
      var inputType: String
      var inputMode: String
    }
    struct Area: Sendable { var rows: Int }
    struct Choices: Sendable { var options: [Choice] }
    struct Flag: Sendable { var isOn: Bool }
    struct Proposals: Sendable {
      var listID: String
      var proposals: [String]
    }

    /// The name of the form field.
    package let fieldName: String
    /// The identifier of the element, unique on the page.
    fileprivate(set) var fieldID: String
    var fieldLabel: String
    var fieldValue: String
    var fieldPlaceholder: String
    var fieldHint: String?
    fileprivate(set) var fieldError: String?
    var isRequired: Bool
    var isWhole: Bool
    var input: Input?
    var area: Area?
    var choices: Choices?
    var flag: Flag?
    var proposalList: Proposals?
    /// The identifier of the element with the error or the hint.
    var describedBy: String? {
      fieldError != nil ? "\(fieldID)-error" : fieldHint != nil ? "\(fieldID)-hint" : nil
    }
    /// A copy for the template, which reads stored properties only.
    fileprivate(set) var description: String?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the form field.
    ///   - label: The label.
    ///   - value: The present value; "1" for a flag that is on.
    ///   - kind: The kind of the control.
    ///   - placeholder: An example.
    ///   - hint: A sentence below the field.
    ///   - isRequired: Whether an empty value is rejected.
    ///   - isWhole: Whether the field takes the form's whole width.
    ///   - inputMode: The keyboard of a phone for one line of text, such as "decimal".
    package init(
      _ name: String, _ label: String, _ value: String?, _ kind: Kind = .text(proposals: []),
      placeholder: String = "", hint: String? = nil, isRequired: Bool = false,
      isWhole: Bool = false, inputMode: String = "text"
    ) {
      (fieldName, fieldID, fieldLabel, fieldValue) = (name, name, label, value ?? "")
      (fieldPlaceholder, fieldHint) = (placeholder, hint)
      (self.isRequired, self.isWhole) = (isRequired, isWhole)
      switch kind {
      case .text(let proposals):
        input = Input(inputType: "text", inputMode: inputMode)
        if !proposals.isEmpty {
          proposalList = Proposals(listID: "\(name)-list", proposals: proposals)
        }
      case .quantity: input = Input(inputType: "text", inputMode: inputMode)
      case .date: input = Input(inputType: "date", inputMode: "text")
      case .time: input = Input(inputType: "time", inputMode: "text")
      case .email: input = Input(inputType: "email", inputMode: "email")
      case .telephone: input = Input(inputType: "tel", inputMode: "tel")
      case .area(let rows):
        area = Area(rows: rows)
        self.isWhole = true
      case .choice(let options):
        choices = Choices(
          options: options.map {
            Choice(optionValue: $0.value, optionTitle: $0.title, isSelected: $0.value == value)
          })
      case .flag: flag = Flag(isOn: value == "1")
      }
    }
  }

  /// A hidden field.
  struct Hidden: Sendable {
    var hiddenName: String
    var hiddenValue: String
  }

  /// A form that removes the object.
  struct Removal: Sendable {
    var removalAction: String
    var removalTitle: String
  }

  /// The identifier of the form's element, and the prefix of the identifiers of its fields.
  let formID: String
  var formAction: String
  var formToken: String
  var formGroups: [Group]
  var submitTitle: String
  var cancelPath: String?
  var hidden: [Hidden] = []
  var removal: Removal?
  private(set) var message: String?

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - id: The identifier of the form's element, unique on the page.
  ///   - action: The path that the form is sent to.
  ///   - token: The token of the server.
  ///   - submit: The title of the button.
  ///   - cancel: The path of a link that leaves the form; nil for none.
  ///   - fields: The fields.
  package init(
    _ id: String, action: String, token: FormToken, submit: String, cancel: String? = nil,
    _ fields: [Field]
  ) {
    self.init(
      id, action: action, token: token, submit: submit, cancel: cancel,
      groups: [Group(fields: fields)])
  }

  /// Creates a form whose fields have headings.
  ///
  /// - Parameters:
  ///   - id: The identifier of the form's element, unique on the page.
  ///   - action: The path that the form is sent to.
  ///   - token: The token of the server.
  ///   - submit: The title of the button.
  ///   - cancel: The path of a link that leaves the form; nil for none.
  ///   - groups: The groups of fields.
  package init(
    _ id: String, action: String, token: FormToken, submit: String, cancel: String? = nil,
    groups: [Group]
  ) {
    (formID, formAction, formToken, submitTitle) = (id, action, token.text, submit)
    cancelPath = cancel
    formGroups = groups.map { group in
      Group(
        legend: group.groupLegend,
        fields: group.formFields.map { field in
          var field = field
          field.fieldID = "\(id)-\(field.fieldName)"
          field.proposalList?.listID = "\(field.fieldID)-list"
          field.description = field.describedBy
          return field
        })
    }
  }

  /// Adds a hidden field.
  package mutating func hide(_ name: String, _ value: String) {
    hidden.append(Hidden(hiddenName: name, hiddenValue: value))
  }

  /// Adds a second form below, whose button removes the object.
  package mutating func addRemoval(_ title: String, action: String) {
    removal = Removal(removalAction: action, removalTitle: title)
  }

  /// Shows a problem at its field, and as the message of the form.
  package mutating func show(_ problem: FieldProblem) {
    message = problem.message + " Nothing was changed."
    for group in formGroups.indices {
      for index in formGroups[group].formFields.indices
      where formGroups[group].formFields[index].fieldName == problem.field {
        formGroups[group].formFields[index].fieldError = problem.message
        formGroups[group].formFields[index].description =
          formGroups[group].formFields[index].describedBy
      }
    }
  }
}

extension FieldForm {
  static let name = "field-form"

  static let template = #"""
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form id="{{formID}}" method="post" action="{{formAction}}">
    <input type="hidden" name="token" value="{{formToken}}">{{#hidden}}<input type="hidden" name="{{hiddenName}}" value="{{hiddenValue}}">{{/hidden}}
    {{#formGroups}}
    {{#groupLegend}}<fieldset><legend>{{groupLegend}}</legend>{{/groupLegend}}
    <div class="field-grid">
    {{#formFields}}
    <p class="field{{#isWhole}} whole{{/isWhole}}{{#flag}} flag{{/flag}}">{{#flag}}<input id="{{fieldID}}" name="{{fieldName}}" type="checkbox" value="1"{{#isOn}} checked{{/isOn}}{{#description}} aria-describedby="{{description}}"{{/description}}>{{/flag}}<label for="{{fieldID}}">{{fieldLabel}}</label>
    {{#input}}<input id="{{fieldID}}" name="{{fieldName}}" type="{{inputType}}" value="{{fieldValue}}" placeholder="{{fieldPlaceholder}}" inputmode="{{inputMode}}" autocomplete="off" maxlength="500"{{#isRequired}} required{{/isRequired}}{{#fieldError}} aria-invalid="true"{{/fieldError}}{{#description}} aria-describedby="{{description}}"{{/description}}{{#proposalList}} list="{{listID}}"{{/proposalList}}>{{#proposalList}}<datalist id="{{listID}}">{{#proposals}}<option value="{{.}}"></option>{{/proposals}}</datalist>{{/proposalList}}{{/input}}
    {{#area}}<textarea id="{{fieldID}}" name="{{fieldName}}" rows="{{rows}}" maxlength="200000" placeholder="{{fieldPlaceholder}}"{{#isRequired}} required{{/isRequired}}{{#fieldError}} aria-invalid="true"{{/fieldError}}{{#description}} aria-describedby="{{description}}"{{/description}}>
    {{fieldValue}}</textarea>{{/area}}
    {{#choices}}<select id="{{fieldID}}" name="{{fieldName}}"{{#description}} aria-describedby="{{description}}"{{/description}}>{{#options}}<option value="{{optionValue}}"{{#isSelected}} selected{{/isSelected}}>{{optionTitle}}</option>{{/options}}</select>{{/choices}}
    {{#fieldHint}}<small id="{{fieldID}}-hint">{{fieldHint}}</small>{{/fieldHint}}{{#fieldError}}<small class="note bad" id="{{fieldID}}-error">{{fieldError}}</small>{{/fieldError}}</p>
    {{/formFields}}
    </div>
    {{#groupLegend}}</fieldset>{{/groupLegend}}
    {{/formGroups}}
    <p class="actions"><button class="button primary">{{submitTitle}}</button>{{#cancelPath}}<a class="button" href="{{cancelPath}}">Cancel</a>{{/cancelPath}}</p>
    </form>
    {{#removal}}<form method="post" action="{{removalAction}}" class="below"><input type="hidden" name="token" value="{{formToken}}"><p class="actions"><button class="button danger quiet">{{removalTitle}}</button></p></form>{{/removal}}
    """#
}
