// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit

/// The deferred records of one fetch, which are requested once each and some at a time.
struct DeferredFetch {
  /// The maximum number of records in one request.
  private static let limit = 100

  /// All records that were requested or are about to be.
  private var known: Set<String> = []
  private var unrequested: [String] = []
  /// The error of one of them that can't be read.
  private(set) var error: CKError?

  /// Returns the records of the next request.
  ///
  /// - Parameter deferred: Returns the records that are deferred now; it is called when all earlier
  ///   ones were requested.
  /// - Returns: Their names; empty if each deferred record was requested.
  /// - Throws: The error of `deferred`.
  mutating func next(_ deferred: () throws -> [String]) throws -> [String] {
    if unrequested.isEmpty {
      unrequested = try deferred().filter { known.insert($0).inserted }
    }
    let names = Array(unrequested.prefix(Self.limit))
    unrequested.removeFirst(names.count)
    return names
  }

  /// Notes the first error of a record that exists and can't be read.
  mutating func note(_ unread: [CKError]) {
    error = error ?? unread.first { $0.code != .unknownItem }
  }
}
