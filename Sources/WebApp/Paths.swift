// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The paths of all pages, for links, forms and routes.
enum Paths {
  static let list = "/"
  static let uploadForm = "/#upload"
  static let importFiles = "/import"
  static let changes = "/changes"
  static let asset = "/assets/:name"
  static let listFragment = "/fragments/rucks"
  static let ruckFragmentPattern = "/fragments/rucks/:id"
  static let ruckPattern = "/rucks/:id"
  static let deletePattern = "/rucks/:id/delete"
  static let trackPattern = "/rucks/:id/track.gpx"

  static func list(page: Int) -> String {
    page <= 1 ? list : "\(list)?page=\(page)"
  }

  static func listFragment(page: Int) -> String {
    page <= 1 ? listFragment : "\(listFragment)?page=\(page)"
  }

  static func ruck(_ id: UUID) -> String { "/rucks/\(text(id))" }

  /// The page of a ruck after its form was saved.
  static func saved(_ id: UUID) -> String { "\(ruck(id))?saved" }

  static func ruckFragment(_ id: UUID) -> String { "\(listFragment)/\(text(id))" }

  static func delete(_ id: UUID) -> String { "\(ruck(id))/delete" }

  static func track(_ id: UUID) -> String { "\(ruck(id))/track.gpx" }

  static func asset(_ asset: Asset) -> String { "/assets/\(asset.name)" }

  private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}
