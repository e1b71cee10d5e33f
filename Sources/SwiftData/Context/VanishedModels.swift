// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Models whose rows others have deleted while the program held them.
///
/// They belong to no context any more, so that a new model that is given to one of them would be
/// written by no save and nobody would be told.
struct VanishedModels {
  private struct Entry {
    weak var model: (any PersistentModel)?
  }

  private var entries: [Entry] = []
  private var limit = 64

  mutating func append(_ model: any PersistentModel) {
    entries.append(Entry(model: model))
    if entries.count > limit { prune() }
  }

  private mutating func prune() {
    entries.removeAll { $0.model == nil }
    limit = Swift.max(64, 2 * entries.count)
  }

  /// Throws for a model that was given new ones since it has no row, once.
  mutating func check() throws {
    if entries.isEmpty { return }
    prune()
    for (place, entry) in entries.enumerated() {
      guard let model = entry.model, model._$state.has(.gone), let lost = Self.lost(model) else {
        continue
      }
      entries.remove(at: place)
      throw SwiftDataError.modelValidationFailure.saying(
        "\(lost.relationship) of \(model.nameInErrors), whose row another context has deleted, was "
          + "given \(lost.model.nameInErrors), which is not saved therefore. Insert it into the "
          + "ModelContext, or give it to another model.")
    }
  }

  private static func lost(_ model: any PersistentModel) -> (
    relationship: String, model: any PersistentModel
  )? {
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      let new = relationship.access.objects(model).first {
        $0._$state.core == nil && !$0._$state.has(.gone)
      }
      if let new { return ("\(description.entityName).\(relationship.name)", new) }
    }
    return nil
  }
}
