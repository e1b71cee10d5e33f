// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

extension CKError {
  /// Whether another device changed or deleted the record meanwhile: it is merged, or the next
  /// fetch reports the change.
  var isNews: Bool { code == .serverRecordChanged || code == .unknownItem }

  /// The error of a single record as the error of a whole fetch or send.
  ///
  /// By its code, only some records failed. Temporary errors remain as they are.
  var ofExchange: CKError {
    Mirror.isRejection(self) ? CKError(.partialFailure, localizedDescription) : self
  }

  /// Whether concurrent changes of other devices are the only reason why records were not saved or
  /// deleted.
  var hasOnlyNews: Bool {
    guard code == .partialFailure, let errors = partialErrorsByItemID?.values else { return false }
    return errors.allSatisfy { ($0 as? CKError)?.isNews ?? false }
  }
}
