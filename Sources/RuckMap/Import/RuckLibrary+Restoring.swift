// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RuckLibrary {
  /// Restores a ruck in one transaction.
  ///
  /// - Returns: The ruck.
  /// - Throws: `ImportRejection.known` if a ruck has its identifier or fingerprint.
  func restore(_ copy: RuckCopy) throws -> RuckSummary {
    var result: RuckSummary?
    try modelContext.transaction {
      if try modelContext.fetch(RuckingSession.withIdentifier(copy.id)).first != nil {
        throw ImportRejection.known(copy.id)
      }
      let user = try ownerForUpdate()
      let session = RuckingSession(
        startDate: copy.startDate, packWeight: copy.packWeight, user: user)
      session.id = copy.id
      modelContext.insert(session)
      copy.apply(to: session)
      copy.insertParts(of: session, in: modelContext)
      try TrackEditor(context: modelContext, user: user).restoreReferences(copy, of: session)
      result = RuckSummary(session)
    }
    guard let result else { throw ImportRejection.noPoints }
    return result
  }
}
