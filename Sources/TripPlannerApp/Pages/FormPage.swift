// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// A page with the form of one object of a trip.
enum FormPage {
  /// The page's values.
  struct Model: Sendable {
    var heading: String
    var intro: String?
    var form: FieldForm

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - heading: The heading.
    ///   - intro: A sentence below the heading.
    ///   - action: The path that the form is sent to.
    ///   - token: The token of the server.
    ///   - groups: The groups of fields.
    ///   - submit: The title of the button.
    ///   - cancel: The path of the link that leaves the form.
    ///   - base: The digests of the values that the form showed first; nil for a new object.
    ///   - removal: The button that deletes the object, and its path; nil for a new object.
    init(
      heading: String, intro: String? = nil, action: String, token: FormToken,
      groups: [FieldForm.Group], submit: String, cancel: String, base: String? = nil,
      removal: (title: String, action: String)? = nil
    ) {
      (self.heading, self.intro) = (heading, intro)
      form = FieldForm(
        FormPage.formID, action: action, token: token, submit: submit, cancel: cancel,
        groups: groups)
      if let base { form.hide(FormValues.baseField, base) }
      if let removal { form.addRemoval(removal.title, action: removal.action) }
    }
  }

  /// The identifier of the form, which begins the identifiers of its fields.
  static let formID = "edit"

  /// The identifier of a field's element.
  static func fieldID(_ name: String) -> String { "\(formID)-\(name)" }

  static let name = "trip-form"

  static let template = #"""
    {{>trip-head}}
    <section class="card glass narrow" aria-labelledby="form-title">
    <h1 id="form-title">{{heading}}</h1>
    {{#intro}}<p class="soft">{{intro}}</p>{{/intro}}
    {{#form}}{{>field-form}}{{/form}}
    </section>
    """#
}
