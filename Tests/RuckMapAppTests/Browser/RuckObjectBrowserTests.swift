// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageKit
import PageTestSupport
import RuckMap
import Testing

/// The pages of gear, routes, goals, groups, plans, health and statistics in a real browser.
@Suite(.serialized)
struct RuckObjectBrowserTests {
  /// A time of the present day.
  private static var today: Date {
    Calendar.current.startOfDay(for: .now).addingTimeInterval(60)
  }

  /// A library with rucks and objects.
  private static func fill(_ server: TestServer) async throws -> SampleObjects {
    let folder = server.directory.deletingLastPathComponent()
    let library = try RuckLibrary.open(directory: server.directory)
    let files = [
      try Fixture.url("cerknicko-jezero.gpx"),
      try TestServer.file(
        SampleTrack.gpx(0, name: "Today", start: Self.today),
        named: "today.gpx", in: folder),
    ]
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 15))
    let ruck = try #require(report.imported.first?.ruck.id)
    _ = try await library.edit(ruck, RuckEdit(rpe: 6))
    return try await SampleObjects.fill(library, ruck: ruck)
  }

  @Test(.timeLimit(.minutes(15)))
  func `every page is accessible, fits its window, and is smaller than 110 kB`() async throws {
    let checks = try await PageChecks(
      largestPage: 110_000,
      windows: [.init(1280), .init(1920), .init(768), .init(390, "larger")])
    try await TestServer.run { server in
      try await Browser.run { browser in
        try await checks.prepare(browser)
        func visit(_ paths: [String]) async throws {
          for path in paths {
            try await browser.open(try server.url(path))
            try await checks.check(path, in: browser, hasLargeText: path.hasPrefix("/rucks"))
          }
        }
        try await visit(SampleObjects.emptyPaths)
        try await visit(try await Self.fill(server).paths)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `gear, a route, a goal and a plan are made without JavaScript`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(
        SampleTrack.gpx(0, name: "Today", start: Self.today),
        named: "today.gpx")
      let ruck = try #require(try await server.library.rucks().first)
      try await Browser.run(BrowserOptions(isScriptEnabled: false)) { browser in
        try await browser.open(try server.url("/rucks"))
        try await browser.click(".ruck-tabs a[href='/rucks/gear']")
        try await browser.click(".actions a.primary")
        try await browser.type("Boots", into: "#gear-name")
        try await browser.type("far", into: "#gear-replace-after")
        try await browser.click("#gear button.primary")
        try await browser.wait(forElement: "[role=alert]")
        #expect(try await browser.count(of: "#gear-replace-after[aria-invalid=true]") == 1)
        try await browser.type("\u{E003}\u{E003}\u{E003}500 km", into: "#gear-replace-after")
        try await browser.click("#gear button.primary")
        try await browser.wait { $0.contains("done=added") }
        #expect(try await browser.text(of: "h1") == "Boots")

        try await browser.open(try server.url("/rucks/\(ruck.id.uuidString.lowercased())/gear"))
        try await browser.click("#ruck-gear .flag input")
        try await browser.click("#ruck-gear button.primary")
        try await browser.wait { $0.contains("done=assigned") }
        #expect(try await browser.text(of: "#gear + *, section:has(#gear)").contains("Boots"))

        try await browser.open(try server.url("/rucks/routes"))
        try await browser.click("#from button.primary")
        try await browser.wait { $0.contains("done=built") }
        #expect(try await browser.text(of: "h1") == "Today")
        #expect(try await browser.count(of: ".track-line") == 1)
        try await browser.type("5", into: "#review-rating")
        try await browser.click("#review button.primary")
        try await browser.wait { $0.contains("done=reviewed") }
        #expect(try await browser.text(of: "section:has(#reviews)").contains("5.0 of 5"))

        try await browser.open(try server.url("/rucks/goals/new"))
        try await browser.type("Walk", into: "#goal-name")
        try await browser.type("100 m", into: "#goal-target")
        try await browser.click("#goal button.primary")
        try await browser.wait { $0.contains("done=added") }
        #expect(try await browser.text(of: ".chip") == "reached")

        try await browser.open(try server.url("/rucks/plans/new"))
        try await browser.type("Plan", into: "#plan-name")
        try await browser.click("#plan button.primary")
        try await browser.wait { $0.contains("done=added") }
        try await browser.type("Walk", into: "#planned-title")
        try await browser.click("#planned button.primary")
        try await browser.wait(forElement: ".ruck-lines .button")
        try await browser.click(".ruck-lines .button")
        try await browser.wait { $0.contains("done=saved") }
        #expect(try await browser.text(of: ".ruck-lines").contains("done"))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a route is drawn on a map with tiles`() async throws {
    // Nothing listens on the port: the map works while tiles are missing.
    let tiles = try MapTiles(
      argument: "http://127.0.0.1:9/{z}/{x}/{y}.png", attribution: "© Example")
    let maps = MapSource(option: tiles, leaflet: LeafletFiles())
    try await TestServer.run(maps: maps) { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks/routes/new"))
        let inMap = "document.querySelector('.map-view-drawing')?.shadowRoot"
        try await browser.wait(until: "!!\(inMap)?.querySelector('.map-box.leaflet-container')")
        let count = try await browser.evaluate(
          """
          const box = \(inMap).querySelector(".map-box");
          const { left, top, width, height } = box.getBoundingClientRect();
          const place = { bubbles: true, clientX: left + width * 0.7, clientY: top + height * 0.3 };
          box.dispatchEvent(new MouseEvent("click", place));
          box.focus();
          box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
          const lines = document.getElementById("route-line").value.split("\\n");
          return `${lines.length} ${\(inMap).querySelectorAll(".place").length} `
            + document.querySelectorAll("svg.draw").length;
          """)
        #expect(count == "2 2 0")
        let attribution = try await browser.evaluate(
          "return \(inMap).querySelector('.leaflet-control-attribution').textContent")
        #expect(attribution == "© Example")
        let distance = try await browser.text(of: "#route p.where[role=status]")
        #expect(distance.hasPrefix("2 positions, ") && distance.hasSuffix(" mi"))
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a route is drawn by clicks and by keys, and pages follow other processes`() async throws {
    try await TestServer.run { server in
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks/routes/new"))
        try await browser.wait(until: "document.querySelector('svg.draw') !== null")
        try await browser.type("Drawn", into: "#route-name")
        _ = try await browser.evaluate(
          """
          const plane = document.querySelector("svg.draw");
          const { left, top, width, height } = plane.getBoundingClientRect();
          for (const [x, y] of [[0.3, 0.3], [0.6, 0.4]]) {
            plane.dispatchEvent(new MouseEvent("click", {
              bubbles: true, clientX: left + x * width, clientY: top + y * height,
            }));
          }
          plane.focus();
          for (const key of ["ArrowRight", "ArrowDown", "Enter"]) {
            plane.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
          }
          return "";
          """)
        let lines = try await browser.evaluate(
          "return document.getElementById('route-line').value.split('\\n').length.toString()")
        #expect(lines == "3")
        // The distance is in the user's units: miles, unless the profile says otherwise.
        let distance = try await browser.text(of: "#route p.where[role=status]")
        #expect(distance.hasPrefix("3 positions, ") && distance.hasSuffix(" mi"))
        try await browser.click("#route button.primary")
        try await browser.wait { $0.contains("done=added") }
        #expect(try await browser.count(of: ".track-line") == 1)
        let route = try #require(try await server.library.objects(RouteItem.self).first)
        #expect(route.path.points.count == 3 && (route.distance ?? 0) > 100)

        try await browser.open(try server.url("/rucks/routes"))
        try await browser.wait(until: "'connected' in document.documentElement.dataset")
        _ = try await browser.evaluate("window.isSame = true; return ''")
        let other = try RuckLibrary.open(directory: server.directory)
        try await other.edit(RouteItem.self, route.id) { $0.name = "Renamed afar" }
        try await browser.wait(
          until: "document.querySelector('.data tbody a').textContent === 'Renamed afar'")
        #expect(try await browser.evaluate("return String(window.isSame)") == "true")
      }
    }
  }
}
