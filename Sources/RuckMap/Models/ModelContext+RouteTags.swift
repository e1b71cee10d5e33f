// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ModelContext {
  /// The tag with an identifier, unsaved ones included; nil if there is none or the fetch fails.
  func routeTag(_ id: UUID) -> RouteTag? {
    var descriptor = FetchDescriptor<RouteTag>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    return try? fetch(descriptor).first
  }
}
