// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TripPlanner

/// The media types of stored documents, which decide whether a page shows or downloads them.
struct DocumentTypeTests {
  @Test(arguments: [
    ("ticket.txt", Data("Row 12".utf8), "text/plain"),
    ("TICKET.TXT", Data("Reihe 12, \u{E4}".utf8), "text/plain"),
    ("empty.txt", Data(), "text/plain"),
    ("page.html", Data("<script></script>".utf8), "application/octet-stream"),
    ("latin.txt", Data([0x52, 0xE4]), "application/octet-stream"),
    ("zeros.txt", Data([0x52, 0x00]), "application/octet-stream"),
    ("scan.txt", Data("%PDF-1.7".utf8), "application/pdf"),
    ("photo", Data([0xFF, 0xD8, 0xFF, 0xE0]), "image/jpeg"),
  ])
  func `the type follows from the content, and that of text also from the name`(
    name: String, content: Data, type: String
  ) async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Pacific")
    let document = try await library.addDocument(content, fileName: name, to: trip.id)
    #expect(document.contentType == type)
  }
}
