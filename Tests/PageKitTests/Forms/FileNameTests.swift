// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// File names of uploads on disk.
struct FileNameTests {
  @Test(arguments: [
    ("hike.gpx", "hike.gpx"),
    ("größe 🥾.gpx", "größe 🥾.gpx"),
    ("../../etc/passwd", "passwd"),
    (#"C:\tracks\a.gpx"#, "a.gpx"),
    ("/", "upload.gpx"),
    ("", "upload.gpx"),
    ("..", "upload.gpx"),
    (".hidden.gpx", "hidden.gpx"),
    ("a\u{0}b\u{1b}[31m.gpx", "ab[31m.gpx"),
    ("evil\u{202E}xpg.exe", "evilxpg.exe"),
    ("a\r\nb.gpx", "ab.gpx"),
    ("<script>alert(1)", "<script>alert(1)"),
    ("  spaced.gpx  ", "spaced.gpx"),
  ])
  func `a file name contains no path, control characters or leading dots`(
    given: String, name: String
  ) {
    #expect(FileName.safe(given) == name)
  }

  @Test
  func `a long file name is truncated and keeps its extension`() {
    let name = FileName.safe(String(repeating: "ü", count: 300) + ".gpx")
    #expect(name.utf8.count <= FileName.longest)
    #expect(name.hasSuffix("ü.gpx"))
  }
}
