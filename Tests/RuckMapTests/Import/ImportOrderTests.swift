// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

@Suite struct ImportOrderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func library(_ name: String) throws -> RuckLibrary {
    try RuckLibrary.open(directory: folder.url.appending(path: name))
  }

  private func write(_ data: Data, to name: String) throws -> URL {
    let file = folder.url.appending(path: name)
    try data.write(to: file)
    return file
  }

  @Test func `files that are imported together have the outcomes of single imports`() async throws {
    let recording = try Fixture.data("gpxpy__Mojstrovka.gpx")
    let files = [
      Fixture.url("gpxpy__cerknicko-jezero.gpx"),
      try folder.file("broken.gpx", "<gpx><trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\">"),
      Fixture.url("fitparse__2013-02-06-12-11-14.fit"),
      try write(ArchiveFiles.gzip(recording), to: "packed.gpx.gz"),
      try write(ArchiveFiles.zip([("walk.gpx", recording)]), to: "export.zip"),
      folder.url.appending(path: "missing.gpx"),
      folder.url,
      Fixture.url("tcxparser__sup_activity_1.tcx"),
      try folder.copy("gpxpy__cerknicko-jezero.gpx", as: "again.gpx"),
    ]
    let options = ImportOptions(packWeight: 15, bodyWeight: 80)
    let together = try await library("together").importFiles(files, options: options)
    let alone = try library("alone")
    var expected = ImportReport()
    for file in files {
      let report = await alone.importFiles([file], options: options)
      expected.imported += report.imported
      expected.unchanged += report.unchanged
      expected.failed += report.failed
      expected.skipped += report.skipped
    }
    #expect(together.imported.map(\.file) == expected.imported.map(\.file))
    #expect(together.imported.map(\.ruck.id) == expected.imported.map(\.ruck.id))
    #expect(together.imported.map(\.ruck.distance) == expected.imported.map(\.ruck.distance))
    #expect(together.imported.map(\.warnings) == expected.imported.map(\.warnings))
    #expect(together.unchanged.map(\.ruck.id) == expected.unchanged.map(\.ruck.id))
    #expect(together.failed == expected.failed && together.failed.count == 3)
    #expect(together.skipped == expected.skipped)
    #expect(together.unchanged.map(\.file).last == files[8].relativePath)
  }

  @Test func `a file that is too large to be decoded ahead is imported`() async throws {
    let track = Tracks.north(points: 20)
    let comment = "<!--" + String(repeating: " ", count: 1 << 20) + "-->"
    let comments = String(repeating: comment, count: 9)
    let text = GPXText.file(track).replacing("</trk></gpx>", with: comments + "</trk></gpx>")
    let files = [
      Fixture.url("gpxpy__cerknicko-jezero.gpx"), try folder.file("large.gpx", text),
      Fixture.url("gpxpy__Mojstrovka.gpx"),
    ]
    let report = try await library("large").importFiles(
      files, options: ImportOptions(packWeight: 15))
    #expect(report.failed.isEmpty)
    #expect(report.imported.map(\.file) == files.map(\.relativePath))
    #expect(report.imported.map(\.ruck.points) == [296, 20, 184])
  }
}
