// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing
import TripPlanner
import TripPlannerApp

/// Trips on a device whose server does not answer.
struct OfflineTripTests {
  @Test func `devices save the stylesheet and the script of the pages`() async throws {
    try await TripServer.run(hasSample: true, isWebApp: true) { server in
      let worker = try await server.send("GET", OfflinePaths.worker).body
      let trip = try #require(try await server.library.trips(.all).first).id
      let page = try await server.send("GET", "/trips/\(trip.uuidString.lowercased())").body
      let files = page.matches(of: /(?:<link rel="stylesheet" href|<script src)="([^"]*)"/)
        .map { String($0.1) }
      #expect(files.contains("/assets/tripplanner.css") && files.contains("/assets/tripplanner.js"))
      for file in files {
        #expect(worker.contains("\"\(file)\""), "\(file)")
        #expect(try await server.send("GET", file).status == 200, "\(file)")
      }
    }
  }
}
