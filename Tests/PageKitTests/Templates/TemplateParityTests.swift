// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache
import PageKit
import PageTestSupport
import SystemSupport
import Testing

/// The output of templates, compared with that of the library swift-mustache, whose syntax they have.
struct TemplateParityTests {
  private struct Pages: PageModule {
    let templates: [String: String]
    let navigation: PageLink? = nil

    func addRoutes(to router: PageRouter, site: Site) {}
  }

  private struct Escaping: MustacheContentType {
    func escapeText(_ text: String) -> String { HTMLEscaper.escaped(text) }
  }

  /// The texts and the tags of values of which templates are made.
  private static let texts = [
    "a", "b & c", " ", "  ", "\t", "\n", "\n", "\n  ", "{ ", "} ", "<p>", "ä", "{{text}}",
    "{{ text }}", "{{{text}}}", "{{absent}}", "{{number}}", "{{outer.inner}}", "{{outer.none}}",
    "{{! a note }}", "{{>part}}", "\n  {{>part}}\n", "\n\t{{>list}}\n",
  ]
  private static let sections = [
    "rows", "names", "none", "yes", "no", "text", "number", "outer", "absent", "empty(names)",
    "empty(none)", "empty(absent)", "empty(text)", "row.inner",
  ]

  private static var model: [String: Any] {
    [
      "text": "<Tom & \"Jerry\">", "number": 7, "yes": true, "no": false,
      "names": ["x", "y\nz"], "none": [String](), "outer": ["inner": "in", "text": "outer's"],
      "rows": [["text": "one"], ["text": "two", "absent": "here"]] as [[String: Any]],
    ]
  }

  /// A random template.
  private func template(_ random: inout SplitMix64, depth: Int = 0) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      if depth < 3, Int.random(in: 0..<3, using: &random) == 0 {
        let name = Self.sections.randomElement(using: &random) ?? ""
        let isInverted = Int.random(in: 0..<4, using: &random) == 0
        let spaces = ["", "", "\n", "\n  "]
        func space() -> String { spaces.randomElement(using: &random) ?? "" }
        text += space() + "{{\(isInverted ? "^" : "#")\(name)}}" + space()
        text += template(&random, depth: depth + 1)
        if name == "names", !isInverted { text += "{{.}}" }
        text += space() + "{{/\(name)}}" + space()
      } else {
        text += Self.texts.randomElement(using: &random) ?? ""
      }
    }
    return text
  }

  @Test func `templates have the output of swift-mustache`() throws {
    MustacheContentTypes.register(Escaping(), named: "PARITY")
    var random = SplitMix64(seed: 20_261_128)
    for _ in 0..<1_500 {
      // A part without tags of parts, so that no template contains itself.
      var texts = ["part": "", "list": "{{#names}}\n- {{.}}\n{{/names}}\nend"]
      repeat { texts["part"] = template(&random) } while texts["part"]?.contains("{{>") == true
      texts["main"] = template(&random)
      var library = MustacheLibrary()
      for (name, text) in texts {
        try library.register("{{% CONTENT_TYPE:PARITY}}" + text, named: name)
      }
      let expected = library.render(Self.model, withTemplate: "main")
      let output = try Templates(of: [Pages(templates: texts)]).render("main", Self.model)
      #expect(output == expected, "\(texts)")
    }
  }

  @Test(arguments: [
    "{{#a}}", "{{#a}}{{/b}}", "{{/a}}", "{{a", "{{a b}}", "{{}}", "{{{a}}", "{{upper(a)}}",
    "{{a..b}}",
  ])
  func `a template that is not well-formed is an error with its line`(text: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try Templates(of: [Pages(templates: ["sample": "first\n" + text])])
    }
    #expect(error.template == "sample" && error.line == 2)
    #expect("\(error)".hasPrefix("cannot parse the template sample: line 2: "))
  }
}
