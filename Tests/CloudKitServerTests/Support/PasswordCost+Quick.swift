// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

extension PasswordCost {
  /// A cost for tests, too low for production.
  static let quick = PasswordCost(rounds: 16, blockSize: 8, parallelism: 1)
}
