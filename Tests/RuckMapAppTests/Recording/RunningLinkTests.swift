// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageTestSupport
import RuckMap
import Testing

/// The links to running and overdue rucks, and the display of a running ruck.
@Suite(.timeLimit(.minutes(5))) struct RunningLinkTests {
  private static let pages = ["/", "/rucks", "/fragments/rucks", "/rucks/dashboard"]

  @Test func `the start page, the list and the dashboards lead to a running ruck`() async throws {
    try await TestServer.run { server in
      for path in Self.pages {
        let page = try await server.send("GET", path).body
        #expect(!page.contains("is running") && !page.contains("is overdue"), "\(path)")
      }
      _ = try await server.library.startRecording(RecordingOptions(packWeight: 15))
      for path in Self.pages {
        let page = try await server.send("GET", path).body
        #expect(
          page.contains("<a href=\"/rucks/record\">A ruck is running: show its recording</a>"),
          "\(path)")
        #expect(!page.contains("is overdue"), "\(path)")
      }
    }
  }

  @Test func `an overdue ruck is the first link, and leads to the contacts`() async throws {
    try await TestServer.run { server in
      let now = Date.now
      let ruck = try await server.library.startRecording(
        RecordingOptions(packWeight: 15), at: now - 7_200)
      try await server.library.expectReturn(of: ruck.id, at: now - 600, now: now - 7_000)
      for path in Self.pages {
        let page = try await server.send("GET", path).body
        let links = page.matches(of: /<a href="([^"]+)">(A ruck is [a-z]+)/)
        #expect(
          links.map { "\($0.1) \($0.2)" } == [
            "/rucks/safety A ruck is overdue", "/rucks/record A ruck is running",
          ], "\(path)")
      }
    }
  }

  @Test func `a running ruck has its time in hours, and warns of a heavy pack`() async throws {
    try await TestServer.run { server in
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric, bodyWeight: 80))
      _ = try await server.library.startRecording(
        RecordingOptions(packWeight: 28), at: .now - 7_500)
      let page = try await server.send("GET", "/rucks/record").body
      #expect(
        page.contains(
          #"<dt>Time</dt><dd>2 <span class="unit">h</span> 5 <span class="unit">min</span>"#))
      #expect(page.contains("<small>35 % of your weight: above 30 %</small>"))
    }
  }

  @Test func `the pack of the last ruck is proposed for the next one`() async throws {
    try await TestServer.run { server in
      let empty = try await server.send("GET", "/rucks/record").body
      #expect(empty.contains("id=\"record-pack\" name=\"pack\" type=\"text\" value=\"\""))
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric))
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))], fields: [("pack", "12 kg")])
      _ = try await server.upload(
        [(name: "two.gpx", text: SampleTrack.gpx(2, name: "Two"))], fields: [("pack", "16.5 kg")])
      let page = try await server.send("GET", "/rucks/record").body
      #expect(
        page.contains("id=\"record-pack\" name=\"pack\" type=\"text\" value=\"16.5 kg\""))
    }
  }

  @Test func `the recording's page has the theme, the text size and the times of the user`()
    async throws
  {
    try await TestServer.run { server in
      var display = DisplaySettings()
      (display.largeText, display.showMilitaryTime) = (true, true)
      try await server.library.setProfile(
        UserProfileEdit(persona: .militaryVeteran, display: display))
      let start = try Date("2026-09-21T06:05:00Z", strategy: .iso8601)
      _ = try await server.library.startRecording(RecordingOptions(packWeight: 15), at: start)
      let page = try await server.send("GET", "/rucks/record").body
      #expect(page.contains("class=\"theme theme-military") && page.contains(" large-text\""))
      #expect(page.contains("running, since 0605"))
    }
  }

  @Test func `a pack above 30 % of the body weight is marked on simple pages, too`() async throws {
    try await TestServer.run { server in
      var display = DisplaySettings()
      display.simplifiedUI = true
      try await server.library.setProfile(
        UserProfileEdit(unitSystem: .metric, bodyWeight: 60, display: display))
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [("pack", "21 kg")])
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())"
      #expect(
        try await server.send("GET", path).body.contains("35 % of your weight: above 30 %"))
      _ = try await server.library.edit(ruck.id, RuckEdit(packWeight: 17))
      #expect(!(try await server.send("GET", path).body).contains("above 30 %"))
    }
  }
}
