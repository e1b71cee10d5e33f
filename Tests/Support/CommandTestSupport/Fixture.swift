// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Recordings of real devices and test files of other projects, listed in `Fixtures/NOTICE`.
package enum Fixture: String, CaseIterable, Sendable {
  /// 296 points in 7 segments, GPX 1.0.
  case cerknica = "cerknicko-jezero.gpx"
  /// The same recording without times.
  case withoutTimes = "cerknicko-without-times.gpx"
  /// Waypoints behind a byte-order mark.
  case byteOrderMark = "unicode_with_bom.gpx"
  /// 15 points with heart rate, ten and a half minutes.
  case activity = "sample_activity.gpx"
  /// Points at the latitudes 100 and 200 that mark a pause and its end.
  case pauseMarks = "legacy_gpx_pause_resume.gpx"
  /// A segment without points.
  case noPoints = "empty-trkseg.gpx"
  /// A point without coordinates.
  case noCoordinates = "invalid-lon-lat-missing.gpx"

  package var url: URL {
    Bundle.module.bundleURL.appending(path: "Fixtures").appending(path: rawValue)
  }

  package var path: String { url.path(percentEncoded: false) }
}
