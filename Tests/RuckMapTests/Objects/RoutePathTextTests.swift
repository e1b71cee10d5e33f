// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

/// Lines of routes as text and as GPX files.
struct RoutePathTextTests {
  private func gpx(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">\(content)</gpx>
    """
  }

  private func points(_ name: String, _ count: Int) -> String {
    (0..<count).map {
      "<\(name) lat=\"\(46 + Double($0) / 1000)\" lon=\"7\"><ele>\(500 + $0)</ele></\(name)>"
    }.joined()
  }

  @Test func `the longest route or track of a GPX file is the line`() throws {
    let text = gpx(
      "<rte>\(points("rtept", 3))</rte>"
        + "<trk><trkseg>\(points("trkpt", 2))</trkseg><trkseg>\(points("trkpt", 2))</trkseg></trk>")
    for prefix in ["", "\u{FEFF}", "\r\n "] {
      let path = try RoutePath(text: prefix + text)
      #expect(
        path.points.map(\.latitude) == [46, 46.001, 46, 46.001], "\(prefix.debugDescription)")
      #expect(path.points.map(\.altitude) == [500, 501, 500, 501])
    }
    let route = try RoutePath(text: gpx("<rte>\(points("rtept", 3))</rte>"))
    #expect(route.points.count == 3)
  }

  @Test func `a long line of a file is thinned, and its ends stay`() throws {
    let path = try RoutePath(
      text: gpx("<trk><trkseg>\(points("trkpt", 2_500))</trkseg></trk>"))
    #expect(path.points.count == RoutePath.longest)
    #expect(path.points.first?.latitude == 46 && path.points.last?.altitude == 2_999)
  }

  @Test(arguments: ["<gpx", "<html><body>46, 7</body></html>", "<kml/>", "<"])
  func `another file is rejected at the field of the line`(text: String) {
    #expect {
      try RoutePath(text: text)
    } throws: { error in
      guard case RuckObjectError.invalid(_, field: "line") = error else { return false }
      return true
    }
  }

  @Test func `a GPX file without a line is rejected`() {
    for content in [
      "", "<wpt lat=\"46\" lon=\"7\"/>", "<trk/>", "<rte>\(points("rtept", 1))</rte>",
    ] {
      #expect(throws: RuckObjectError.self, "\(content)") { try RoutePath(text: gpx(content)) }
    }
  }

  @Test func `positions in lines are still read`() throws {
    let path = try RoutePath(text: "46, 7, 500\r\n\r\n46.01; 7.01")
    #expect(path.points.map(\.longitude) == [7, 7.01] && path.points[1].altitude == nil)
  }
}
