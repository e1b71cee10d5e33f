// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Models in memory whose rows other contexts or processes have deleted.
///
/// They have no context, so no save would write a new model that is assigned to one of them. The
/// next save throws an error instead of losing it silently.
struct RemotelyDeletedModels {
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

  /// Throws once for a deleted model that refers to new models.
  mutating func check() throws {
    if entries.isEmpty { return }
    prune()
    for (index, entry) in entries.enumerated() {
      guard let model = entry.model, model._$state.has(.gone), let lost = Self.lost(model) else {
        continue
      }
      entries.remove(at: index)
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(lost.model.nameInErrors) can't be saved: it was assigned to \(lost.relationship) of "
          + "\(model.nameInErrors), whose row another context has deleted. Insert it into the "
          + "ModelContext, or assign it to another model.")
    }
  }

  private static func lost(_ model: any PersistentModel) -> (
    relationship: String, model: any PersistentModel
  )? {
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships {
      let new = relationship.access.objects(in: model).first {
        $0._$state.core == nil && !$0._$state.has(.gone)
      }
      if let new { return ("\(description.entityName).\(relationship.name)", new) }
    }
    return nil
  }
}
