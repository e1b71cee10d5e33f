// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The values of models in templates.
struct TemplatesTests {
  private struct Pages: PageModule {
    let templates: [String: String]
    let navigation: PageLink? = nil

    func addRoutes(to router: PageRouter, site: Site) {}
  }

  private struct Line {
    var name: String
    var count: Int?
    var cells: [[String]] = []
    var isLast = false
  }

  private struct Model {
    var title: String
    var day = Date(timeIntervalSince1970: 0)
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var note: String?
    var head: Line?
    var lines: [Line] = []
    var empty: [Line] = []
  }

  private func render(_ template: String, _ model: Any) throws -> String {
    try Templates(of: [Pages(templates: ["sample": template])]).render("sample", model)
  }

  @Test func `a template reads the properties of nested models and lists`() throws {
    var model = Model(title: "A & B", head: Line(name: "Head", count: 3))
    model.lines = [
      Line(name: "one", cells: [["a", "b"], ["c"]]), Line(name: "two", count: 2, isLast: true),
    ]
    let text = try render(
      "{{title}}|{{#head}}{{name}} {{count}} {{head.name}}{{/head}}|"
        + "{{#lines}}{{name}}{{#count}}={{count}}{{/count}}{{^isLast}},{{/isLast}}"
        + "{{#cells}}({{#.}}{{.}}{{/.}}){{/cells}}{{/lines}}|{{^empty(lines)}}lines{{/empty(lines)}}"
        + "{{#empty(empty)}}none{{/empty(empty)}}",
      model)
    #expect(text == "A &amp; B|Head 3 Head|one,(ab)(c)two=2|linesnone")
  }

  @Test func `an absent value is looked up in the model around it`() throws {
    var model = Model(title: "Trip", note: "outer")
    model.lines = [Line(name: "one")]
    #expect(
      try render("{{#lines}}{{name}} {{note}} {{title}}{{/lines}}", model) == "one outer Trip")
    #expect(try render("{{^head}}no head{{/head}}{{#head}}head{{/head}}", model) == "no head")
  }

  @Test func `a value without properties in the template is its text`() throws {
    let model = Model(title: "")
    #expect(
      try render("{{id}} {{day}}", model)
        == "01020304-0506-0708-090A-0B0C0D0E0F10 \(String(describing: model.day))")
  }
}
