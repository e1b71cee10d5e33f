// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap

/// The paths of RuckMap's pages, for links, forms and routes.
enum RuckPaths {
  static let list = "/rucks"
  static let uploadForm = "/rucks#upload"
  static let importFiles = "/rucks/import"
  static let listFragment = "/fragments/rucks"
  static let ruckFragmentPattern = "/fragments/rucks/:id"
  static let ruckPattern = "/rucks/:id"
  static let entryPattern = "/rucks/:id/entry"
  static let segmentsPattern = "/rucks/:id/segments"
  static let deletePattern = "/rucks/:id/delete"
  static let bulkEdit = "/rucks/edit"
  static let export = "/rucks/export"
  static let undoImport = "/rucks/import/undo"
  static let trackDataPattern = "/rucks/:id/track.json"
  static let picturePattern = "/rucks/:id/track.svg"

  static func trackPattern(_ format: RuckFileFormat) -> String {
    "/rucks/:id/\(fileName(format))"
  }

  /// The last part of a file's path; `track.json` is the data of the map.
  private static func fileName(_ format: RuckFileFormat) -> String {
    format == .json ? "ruck.json" : "track.\(format.rawValue)"
  }

  static func ruck(_ id: UUID) -> String { "/rucks/\(text(id))" }

  /// The page of a ruck after its form was saved.
  static func saved(_ id: UUID) -> String { "\(ruck(id))?saved" }

  static func ruckFragment(_ id: UUID) -> String { "\(listFragment)/\(text(id))" }

  static func delete(_ id: UUID) -> String { "\(ruck(id))/delete" }

  /// The form that corrects a ruck without a recording.
  static func entry(_ id: UUID) -> String { "\(ruck(id))/entry" }

  /// The form of the segments' surfaces.
  static func segments(_ id: UUID) -> String { "\(ruck(id))/segments" }

  static func gear(_ id: UUID) -> String { "\(ruck(id))/gear" }

  /// The page that trims, splits and joins.
  static func trackEdits(_ id: UUID) -> String { "\(ruck(id))/track" }

  /// The form that makes a route from a ruck.
  static func routeForm(_ id: UUID) -> String {
    "\(RuckTab.routes.path)?ruck=\(text(id))#make-route"
  }

  static func trackData(_ id: UUID) -> String { "\(ruck(id))/track.json" }

  static func picture(_ id: UUID) -> String { "\(ruck(id))/track.svg" }

  static func track(_ id: UUID, _ format: RuckFileFormat) -> String {
    "\(ruck(id))/\(fileName(format))"
  }

  static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}
