// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ModelContext {
  /// Runs `work` in a transaction and returns its result; see `transaction(block:)`.
  ///
  /// - Parameter work: Reads and changes models.
  /// - Returns: The result of `work`.
  /// - Throws: The error of `work`, or a `SwiftDataError`; nothing is changed then.
  func returning<Result>(_ work: () throws -> Result) throws -> Result {
    var result: Result?
    try transaction { result = try work() }
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }
}
