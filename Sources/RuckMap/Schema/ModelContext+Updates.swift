// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ModelContext {
  /// Changes all models of a type, and saves after each batch, so that memory is bounded.
  ///
  /// - Parameters:
  ///   - type: The models' type.
  ///   - change: Changes one model.
  /// - Throws: An error of `change`, or a `SwiftDataError`.
  func updateAll<Model: PersistentModel>(
    _ type: Model.Type, _ change: (Model) throws -> Void
  ) throws {
    let batch = 500
    var count = 0
    try enumerate(
      FetchDescriptor<Model>(), batchSize: batch, allowEscapingMutations: true
    ) { model in
      try change(model)
      count += 1
      if count.isMultiple(of: batch) { try save() }
    }
    try save()
  }
}
