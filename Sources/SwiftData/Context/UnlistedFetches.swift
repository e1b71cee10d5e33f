// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemSupport

/// The fetched model types that a container's schema lacks.
///
/// A fetch of such a type has an empty result, as in Apple's framework. A missing type is a mistake
/// in most programs, so the first fetch of each type logs a warning.
final class UnlistedFetches: Sendable {
  private let types = Mutex<Set<ObjectIdentifier>>([])

  /// Logs a warning at the first fetch of a type.
  func report(_ type: any PersistentModel.Type) {
    guard types.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return }
    let reason = SwiftDataError.notInSchema(type).localizedDescription
    Warning.log("SwiftData: a fetch of \(type) returned no models: \(reason)")
  }
}

extension ContextCore {
  /// Whether the schema lacks a fetched model type.
  func isUnlisted(_ type: any PersistentModel.Type) -> Bool {
    if store.layout.index(of: type) != nil { return false }
    container.unlistedFetches.report(type)
    return true
  }
}
