// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import RuckMap

/// Importing a GPX file of 100,000 points beside reading it alone.
struct ImportBenchmark {
  let directory: URL
  var count = 100_000

  /// Where the file lies; `Benchmarks --gpx FILE` writes it for other readers to be timed on.
  func writeFile(to url: URL) throws {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <trk><name>\(count) points</name><trkseg>

      """
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    for index in 0..<count {
      let number = Double(index)
      let time = (start + number).formatted(.iso8601)
      let latitude = String(format: "%.7f", 46.5 + number * 1.1e-5)
      let longitude = String(format: "%.7f", 7.5 + number * 0.7e-5)
      let elevation = String(format: "%.1f", 800 + 50 * sin(number / 500))
      text += """
        <trkpt lat="\(latitude)" lon="\(longitude)"><ele>\(elevation)</ele><time>\(time)</time>\
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(110 + index % 40)</gpxtpx:hr>\
        </gpxtpx:TrackPointExtension></extensions></trkpt>

        """
    }
    text += "</trkseg></trk></gpx>\n"
    try Data(text.utf8).write(to: url)
  }

  func run() async throws -> [Figure] {
    let file = directory.appending(path: "points.gpx")
    try writeFile(to: file)
    var parses: [Double] = []
    var imports: [Double] = []
    for round in 0...5 {
      let parse = try ContinuousClock().measure { try read(file) }
      let store = directory.appending(path: "import-\(round)")
      let library = try RuckLibrary.open(directory: store)
      let clock = ContinuousClock()
      let begin = clock.now
      let report = await library.importFiles([file], options: ImportOptions(packWeight: 15))
      let time = clock.now - begin
      guard report.imported.first?.ruck.points == count else {
        throw CocoaError(.fileReadCorruptFile)
      }
      try FileManager.default.removeItem(at: store)
      if round == 0 { continue }
      parses.append(parse / .milliseconds(1))
      imports.append(time / .milliseconds(1))
    }
    let parse = parses.median
    let whole = imports.median
    return [
      Figure(
        name: "GPX: parse 100k points", value: parse, unit: "ms", ratio: 1, baseline: "GPX parse"),
      Figure(
        name: "GPX: parse + save 100k points", value: whole, unit: "ms", ratio: whole / parse,
        baseline: "GPX parse"),
    ]
  }

  private func read(_ file: URL) throws {
    let reader = try GPXReader(contentsOf: file)
    var points = 0
    while let event = try reader.next() {
      if case .trackPoint = event { points += 1 }
    }
    guard points == count else { throw CocoaError(.fileReadCorruptFile) }
  }
}
