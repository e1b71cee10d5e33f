// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

@Suite struct FieldFormTests {
  private func render(_ form: FieldForm) throws -> String {
    try Templates().render("field-form", form)
  }

  private func form() -> FieldForm {
    FieldForm(
      "edit", action: "/things/new", token: FormToken(), submit: "Add", cancel: "/things",
      groups: [
        .init(fields: [
          .init("title", "Name", "A \"quoted\" name", isRequired: true),
          .init("kind", "Kind", "b", .choice([("a", "First"), ("b", "Second")])),
        ]),
        .init(
          legend: "Costs",
          fields: [
            .init(
              "amount", "Amount", nil, hint: "Without a currency.", inputMode: "decimal"),
            .init("paid", "Paid", "1", .flag),
          ]),
      ])
  }

  @Test func `fields of a group with a legend are a set, and others are not`() throws {
    let html = try render(form())
    #expect(html.components(separatedBy: "<fieldset>").count == 2)
    let parts = html.components(separatedBy: "<fieldset><legend>Costs</legend>")
    #expect(parts.first?.contains(#"id="edit-title""#) == true)
    #expect(parts.last?.contains(#"id="edit-amount""#) == true)
    #expect(parts.last?.contains(#"inputmode="decimal""#) == true)
    #expect(parts.last?.contains(#"type="checkbox" value="1" checked"#) == true)
  }

  @Test func `values are escaped, and the present choice is selected`() throws {
    let html = try render(form())
    #expect(html.contains(#"value="A &quot;quoted&quot; name""#))
    #expect(html.contains(#"<option value="b" selected>Second</option>"#))
  }

  @Test func `a problem is shown at its field in any group, and for the form`() throws {
    var form = form()
    form.show(FieldProblem("That is no number.", field: "amount"))
    let html = try render(form)
    #expect(html.contains("That is no number. Nothing was changed."))
    #expect(html.contains(#"aria-invalid="true" aria-describedby="edit-amount-error""#))
    #expect(html.contains(#"id="edit-amount-error">That is no number.</small>"#))
    #expect(html.components(separatedBy: #"aria-invalid="true""#).count == 2)
  }

  @Test func `hidden fields are sent, and the removal has a form of its own`() throws {
    var form = form()
    form.hide("owner", "7")
    form.addRemoval("Delete", action: "/things/7/delete")
    let html = try render(form)
    #expect(html.contains(#"<input type="hidden" name="owner" value="7">"#))
    #expect(html.contains(#"<form method="post" action="/things/7/delete""#))
  }
}
