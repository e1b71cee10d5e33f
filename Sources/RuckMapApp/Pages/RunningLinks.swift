// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import RuckMap

/// The links of other pages to the running rucks, the most urgent first.
enum RunningLinks {
  /// Loads the links.
  ///
  /// - Parameters:
  ///   - library: The rucks.
  ///   - now: The present time.
  /// - Returns: Links to overdue rucks, to the question which of several goes on, and to a running ruck.
  /// - Throws: An error of the store.
  static func links(_ library: RuckLibrary, at now: Date = .now) async throws -> [PageLink] {
    let running = try await library.activeRecordings()
    guard !running.isEmpty else { return [] }
    var links: [PageLink] = []
    let overdue = running.count { ($0.expectedEnd ?? .distantFuture) < now }
    if overdue > 0 {
      links.append(
        PageLink(
          overdue == 1
            ? "A ruck is overdue: see the contacts to inform"
            : "\(overdue) rucks are overdue: see the contacts to inform", RuckTab.safety.path))
    }
    let competing = try await library.competingRecordings()
    if competing.count > 1 {
      links.append(
        PageLink(
          "\(competing.count) rucks are running: choose the one that goes on", RecordPaths.page))
    } else if running.count == 1 {
      links.append(PageLink("A ruck is running: show its recording", RecordPaths.page))
    } else {
      links.append(
        PageLink("\(running.count) rucks are running: show their recordings", RecordPaths.page))
    }
    return links
  }
}
