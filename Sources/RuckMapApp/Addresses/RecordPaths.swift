// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The paths of the recording's page, for links, forms and routes.
enum RecordPaths {
  static let page = "/rucks/record"
  static let upload = "/rucks/record/upload"
  static let join = "/rucks/record/join"
  static let fragment = "/fragments/rucks/record"

  /// The changes of a running ruck by forms.
  enum Action: String, CaseIterable, Sendable {
    case pause, resume, load, end, discard
    case expect = "return"
    case proceed = "continue"
  }

  static func pattern(_ action: Action) -> String { "/rucks/record/:id/\(action.rawValue)" }

  static func path(_ id: UUID, _ action: Action) -> String {
    "/rucks/record/\(id.uuidString.lowercased())/\(action.rawValue)"
  }
}
