// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Measures
import PageKit
import PageTestSupport
import Testing

/// The parts of the pages.
@Suite(.timeLimit(.minutes(15)))
struct PageModuleTests {
  /// A module with the required members only.
  private struct Bare: PageModule {
    let templates = ["bare": "<p>{{text}}</p>"]
    let navigation: PageLink? = nil

    func addRoutes(to router: PageRouter, site: Site) {
      router.get("bare") { _, _ in site.html(site.templates.render("bare", ["text": "<bare>"])) }
      router.get("back") { _, _ in site.redirect(to: "/bare") }
    }
  }

  @Test
  func `a module needs templates, a link and routes only`() async throws {
    let module = Bare()
    #expect(try await module.settings().isEmpty)
    try await ModuleServer.run([module]) { server in
      let page = try await server.send("/bare")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.body == "<p>&lt;bare&gt;</p>")
      let redirect = try await server.send("/back")
      #expect(redirect.status == 303)
      #expect(redirect.headers["location"] == "/bare")
      for path in ["/", "/search?q=bare", "/settings"] {
        #expect(try await server.send(path).status == 200, "\(path)")
      }
      #expect(try await server.save("").status == 303)
    }
  }

  @Test
  func `a template that isn't well-formed is an error at the start`() async throws {
    struct Broken: PageModule {
      let templates = ["broken": "{{#a}}never closed"]
      let navigation: PageLink? = nil
      func addRoutes(to router: PageRouter, site: Site) {}
    }
    await #expect(throws: (any Error).self) {
      try await ModuleServer.run([Broken()]) { _ in }
    }
  }

  @Test
  func `a module can't replace the templates of the kit`() async throws {
    struct Rival: PageModule {
      let templates = ["layout": "mine", "start": "mine"]
      let navigation: PageLink? = nil
      func addRoutes(to router: PageRouter, site: Site) {}
    }
    try await ModuleServer.run([Rival()]) { server in
      let page = try await server.send("/")
      #expect(page.body.contains("<main"))
    }
  }

  @Test(
    arguments: [
      ("80 kg", .metric, 80), ("80", .metric, 80), (" 100 ", .imperial, 45.359237),
      ("", .metric, nil), (" \t", .metric, nil), (nil, .metric, nil),
    ] as [(String?, UnitSystem, Double?)])
  func `a weight is parsed in the user's units, and an empty field is none`(
    text: String?, unitSystem: UnitSystem, kilograms: Double?
  ) throws {
    let mass = try FieldProblem.mass(text, unitSystem)
    #expect(mass == kilograms)
  }

  @Test
  func `an invalid weight is a problem with the accepted forms`() throws {
    let problem = #expect(throws: FieldProblem.self) { try FieldProblem.mass("x", .metric) }
    #expect(problem?.message.contains("\"x\" is not a mass.") == true)
  }
}
