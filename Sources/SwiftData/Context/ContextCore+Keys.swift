// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The models with the given keys, in order; missing rows are left out.
  ///
  /// Models that are not in memory are loaded by one query for each thousand.
  func loaded<T: PersistentModel>(_ type: T.Type, keys: [Int64]) throws -> [T] {
    guard let entity = store.layout.index(of: type) else { throw SwiftDataError.notInSchema(type) }
    var found: [Int64: T] = [:]
    var missing: [Int64] = []
    for key in keys {
      if let known = registered(entity: entity, key: key) as? T, !known._$state.has(.fault) {
        found[key] = known
      } else {
        missing.append(key)
      }
    }
    try load(type, entity: entity, keys: missing) { found[$0._$state.key] = $0 }
    return keys.compactMap { found[$0] }
  }
}
