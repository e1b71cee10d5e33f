// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// A conflict as JSON and in words; what is not known is null.
struct ConflictRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, app, noticed, entity, record, object, title, kind, side, property, written, value
    case isDerived = "derived"
  }

  let conflict: Conflict
  let store: AppStore
  let words: ConflictWords

  init(_ conflict: Conflict, _ store: AppStore, _ words: ConflictWords) {
    self.conflict = conflict
    self.store = store
    self.words = words
  }

  /// True for what nobody wrote, since it follows from other values.
  var isDerived: Bool { store.conflicts.isDerived(conflict) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conflict.id, forKey: .id)
    try container.encode(store.app, forKey: .app)
    try container.encode(conflict.date.jsonText, forKey: .noticed)
    try container.encode(conflict.entityName, forKey: .entity)
    try container.encode(conflict.recordName, forKey: .record)
    try container.encode(words.id, forKey: .object)
    try container.encode(words.title, forKey: .title)
    try container.encode(conflict.kind.rawValue, forKey: .kind)
    try container.encode(conflict.side.rawValue, forKey: .side)
    try container.encode(conflict.propertyName, forKey: .property)
    try container.encode(conflict.written?.jsonText, forKey: .written)
    try container.encode(conflict.valueDescription, forKey: .value)
    try container.encode(isDerived, forKey: .isDerived)
  }

  /// What was not kept.
  var text: String { text(of: words.value) }

  /// What was not kept, for a row of a table: a long value is cut.
  var shortText: String { text(of: words.value?.printable.truncated(to: 60)) }

  private func text(of value: String?) -> String {
    switch conflict.kind {
    case .deletion: "its deletion"
    case .rows: "\(conflict.entityName): \(value ?? "rows")"
    case .value: "\(conflict.propertyName ?? "") = \(value ?? "nothing")"
    }
  }
}
