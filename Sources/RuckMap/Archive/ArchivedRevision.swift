// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of rucks before an edit of their tracks.
struct ArchivedRevision: ArchivedObject {
  static let key = "revision"
  static let noun = "track edit"

  var id: UUID
  var date: Date
  var kind: TrackEditKind
  var results: String
  var original: Data?

  init(_ model: RuckRevision) {
    id = model.id
    date = model.date
    kind = model.kind
    results = model.resultText
    original = model.original
  }

  var title: String { kind.rawValue }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: results)
    try ArchivedValues.check(dates: date)
    if let original { try RuckArchive.check(rucks: original) }
  }

  func makeModel() -> RuckRevision {
    let model = RuckRevision(
      kind: kind, date: date, results: [], original: original ?? Data())
    model.id = id
    model.resultText = results
    model.original = original
    return model
  }

  func relate(_ model: RuckRevision, with restorer: StoreRestorer) {}
}
