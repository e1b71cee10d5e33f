// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// The results of uploads as JSON, which the script of the forms shows.
struct UploadReportTests {
  private struct Report: Decodable {
    struct File: Decodable {
      var name: String
      var state: String
      var title: String?
      var link: String?
      var detail: String?
    }

    var files: [File]
    var problem: String?
  }

  private func report(_ answer: RawResponse) throws -> Report {
    #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
    return try JSONDecoder().decode(Report.self, from: Data(answer.body.utf8))
  }

  @Test func `a script gets a result for each file of an import and of documents`() async throws {
    try await TripServer.run { server in
      let flight = try TripFixture.text("kitinerary__calendarhandlerdata_flight.ics")
      let files = [(name: "flight.ics", text: flight), (name: "broken.ics", text: "no calendar")]
      let first = try report(try await server.upload(files, isScript: true)).files
      #expect(first.map(\.name) == ["flight.ics", "broken.ics"])
      #expect(first.map(\.state) == ["imported", "failed"])
      let trip = try #require(try await server.library.trips(.all).first)
      #expect(first[0].title == trip.trip.title)
      #expect(first[0].link == "/trips/\(trip.id.uuidString.lowercased())")
      #expect(first[0].detail?.contains(" added: ") == true)
      #expect(first[1].detail?.hasSuffix("Nothing of this file was stored.") == true)
      let again = try report(try await server.upload([files[0]], isScript: true)).files
      #expect(again.map(\.state) == ["unchanged"])
      let none = try await server.upload([], isScript: true)
      #expect(none.status == 422)
      #expect(try report(none).problem == "Choose one or more files.")

      let path = "/trips/\(trip.id.uuidString.lowercased())/documents"
      let documents = try await server.upload(
        [(name: "ticket.pdf", text: "%PDF-1.4")], to: path, isScript: true)
      let stored = try #require(try report(documents).files.first)
      #expect(stored.state == "imported" && stored.name == "ticket.pdf")
      #expect(try await server.send("GET", try #require(stored.link)).body == "%PDF-1.4")
      let noDocument = try await server.upload([], to: path, isScript: true)
      #expect(try report(noDocument).problem == "No file was chosen.")
    }
  }
}
