// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension ServerFailure {
  /// The failure that a client gets for a storage error.
  init(_ error: StorageError) {
    switch error {
    case .full:
      self.init(.tryAgainLater, "The server's disk is full: retry later.", retryAfter: 30)
    case .unavailable:
      self.init(
        .tryAgainLater, "The server's storage is not available: retry later.", retryAfter: 5)
    case .damaged: self.init(.internalError, "The server's storage is damaged.")
    case .failed: self.init(.internalError, "The server's storage failed.")
    }
  }
}
