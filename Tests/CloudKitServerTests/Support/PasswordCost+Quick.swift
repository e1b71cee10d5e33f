// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

extension PasswordCost {
  /// Too little for people, enough for tests.
  static let quick = PasswordCost(rounds: 16, blockSize: 8, parallelism: 1)
}
