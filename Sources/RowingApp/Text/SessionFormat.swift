// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Rowing

/// A file format in which sessions are exported.
package enum SessionFormat: String, CaseIterable, Sendable {
  case fit, tcx, csv

  /// The media type of the files.
  var mediaType: String {
    switch self {
    case .fit: "application/vnd.ant.fit"
    case .tcx: "application/vnd.garmin.tcx+xml"
    case .csv: "text/csv; charset=utf-8"
    }
  }
}

extension RowingLibrary {
  /// Writes a session in a format.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - format: The format.
  /// - Returns: The bytes of the file.
  /// - Throws: `RowingLibraryError` for an unknown or running session, or the writer's error.
  func export(_ id: UUID, as format: SessionFormat) throws -> Data {
    let (workout, start) = try exportWorkout(id)
    return switch format {
    case .fit: try workout.fitData(start: start)
    case .tcx: try workout.tcxData(start: start)
    case .csv: workout.csvData()
    }
  }
}
