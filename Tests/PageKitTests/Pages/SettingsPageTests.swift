// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing

/// The settings page and its form.
@Suite(.timeLimit(.minutes(15)))
struct SettingsPageTests {
  private static let weight = SettingField(
    id: "weight", label: "Weight", value: "80 kg", placeholder: "70 kg", hint: "With <clothes>.")
  private static let units = SettingField(
    id: "units", label: "Units", value: "metric",
    choices: [("metric", "Kilometres"), ("imperial", "Miles")])

  /// The selected values and the texts of a page's fields.
  private func values(_ page: RawResponse) -> [String: String] {
    var values: [String: String] = [:]
    for select in page.body.matches(of: /<select id="([^"]+)".*?<\/select>/.dotMatchesNewlines()) {
      let chosen = select.0.matches(of: /value="([^"]*)" selected/)
      values[String(select.1)] = chosen.map { String($0.1) }.joined(separator: " ")
    }
    let inputs = /<input id="([^"]+)" name="[^"]+" type="text" value="([^"]*)"/
    for input in page.body.matches(of: inputs) where !input.1.hasPrefix("tiles") {
      values[String(input.1)] = String(input.2)
    }
    return values
  }

  @Test
  func `the page shows its own fields, then each app's, with one of equal names`() async throws {
    let modules = [
      SampleModule(fields: [Self.units, Self.weight]), SampleModule(fields: [Self.units]),
    ]
    try await ModuleServer.run(modules) { server in
      let page = try await server.send("/settings")
      #expect(page.status == 200)
      let labels = page.body.matches(of: /<p class="field"><label for="([^"]+)">/)
      #expect(
        labels.map { String($0.1) } == [
          "theme", "text-size", "clock", "first-weekday", "tiles", "tiles-attribution", "units",
          "weight",
        ])
      #expect(
        values(page) == [
          "theme": "automatic", "text-size": "normal", "clock": "24", "first-weekday": "2",
          "units": "metric", "weight": "80 kg",
        ])
      #expect(page.body.contains(#"placeholder="70 kg""#))
      #expect(page.body.contains(#"<small id="weight-hint">With &lt;clothes&gt;.</small>"#))
      #expect(page.body.contains(#"aria-describedby="weight-hint""#))
      #expect(page.body.contains(#"<a href="/settings" aria-current="page">Settings</a>"#))
      #expect(!page.body.contains("are saved"))
    }
  }

  @Test
  func `saved settings are shown and change every page`() async throws {
    let module = SampleModule(PageLink("Samples", "/samples"), fields: [Self.weight])
    try await ModuleServer.run([module]) { server in
      #expect(
        try await server.send("/samples").body.contains(
          #"<html lang="en" data-theme="automatic" data-text="normal">"#))
      let answer = try await server.save(
        "theme=dark&text-size=larger&clock=12&first-weekday=7&weight=81+kg")
      #expect(answer.status == 303)
      #expect(answer.headers["location"] == "/settings?saved")
      #expect(module.forms.map { $0["weight"] } == ["81 kg"])
      let page = try await server.send("/settings?saved")
      #expect(page.body.contains("Your settings are saved."))
      let saved = values(page)
      #expect(saved["theme"] == "dark" && saved["text-size"] == "larger")
      #expect(saved["clock"] == "12" && saved["first-weekday"] == "7")
      #expect(
        try await server.send("/samples").body.contains(
          #"<html lang="en" data-theme="dark" data-text="larger">"#))
    }
  }

  @Test(arguments: [
    "", "theme=pink&text-size=huge&clock=13&first-weekday=3", "clock=&first-weekday=x&theme=",
    "first-weekday=-1&theme=Dark",
  ])
  func `absent and unknown values change nothing`(fields: String) async throws {
    try await ModuleServer.run([]) { server in
      let first = "theme=light&text-size=large&clock=12&first-weekday=1"
      for form in [first, fields] {
        let answer = try await server.save(form)
        #expect(answer.status == 303)
      }
      #expect(
        values(try await server.send("/settings")) == [
          "theme": "light", "text-size": "large", "clock": "12", "first-weekday": "1",
        ])
    }
  }

  @Test
  func `an invalid value is explained, and all entered values stay in the form`() async throws {
    let module = SampleModule(fields: [Self.units, Self.weight])
    try await ModuleServer.run([module]) { server in
      let page = try await server.save("theme=dark&clock=99&units=imperial&weight=bad")
      #expect(page.status == 422)
      #expect(page.body.contains("Weight: &lt;bad&gt; is not a value."))
      #expect(
        values(page) == [
          "theme": "dark", "text-size": "normal", "clock": "24", "first-weekday": "2",
          "units": "imperial", "weight": "bad",
        ])
      #expect(module.forms.isEmpty)
      // Nothing is stored.
      #expect(values(try await server.send("/settings"))["theme"] == "automatic")
    }
  }

  @Test
  func `no app stores anything if another one rejects its value`() async throws {
    let modules = [SampleModule(fields: [Self.units]), SampleModule(fields: [Self.weight])]
    try await ModuleServer.run(modules) { server in
      let page = try await server.save("units=imperial&weight=bad")
      #expect(page.status == 422)
      #expect(modules.allSatisfy { $0.forms.isEmpty })
      let saved = try await server.save("units=imperial&weight=81+kg")
      #expect(saved.status == 303)
      #expect(modules.map(\.forms.count) == [1, 1])
    }
  }

  @Test
  func `a form without the token is rejected`() async throws {
    let module = SampleModule()
    try await ModuleServer.run([module]) { server in
      for body in ["", "theme=dark", "token=\(FormToken().text)&theme=dark"] {
        let answer = try await server.send("/settings", method: "POST", body: body)
        #expect(answer.status == 403)
      }
      #expect(module.forms.isEmpty)
      #expect(values(try await server.send("/settings"))["theme"] == "automatic")
    }
  }

  @Test
  func `settings in a file survive a restart`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    try await ModuleServer.run([], settingsFile: file) { server in
      let answer = try await server.save("theme=dark&text-size=large")
      #expect(answer.status == 303)
    }
    try await ModuleServer.run([], settingsFile: file) { server in
      let page = try await server.send("/")
      #expect(page.body.contains(#"data-theme="dark" data-text="large""#))
    }
  }
}
