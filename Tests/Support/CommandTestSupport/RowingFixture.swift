// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Rowing files of real devices and logbooks, listed in `Fixtures/NOTICE`.
package enum RowingFixture: String, CaseIterable, Sendable {
  /// 157 rows of a logbook, 14 May 2017 to 22 April 2018.
  case season = "concept2-season-2018.csv"
  /// 689 strokes of a workout over 30 minutes, without a date.
  case result = "concept2-result.csv"
  /// Strokes with force curves.
  case boatCoach = "boatcoach.csv"
  /// Strokes with heart rates, without a date.
  case ergData = "ergdata.csv"
  /// 2,000 m on a rowing machine.
  case fit = "indoor-rowing.fit"

  package var url: URL {
    Bundle.module.bundleURL.appending(path: "Fixtures").appending(path: rawValue)
  }

  package var path: String { url.path(percentEncoded: false) }
}
