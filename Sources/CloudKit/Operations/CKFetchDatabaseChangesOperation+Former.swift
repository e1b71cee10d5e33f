// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchDatabaseChangesOperation {
  /// The block from before there were results.
  struct Former {
    var atEnd: ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  }

  /// Called at the end: with the next token, and whether there is more.
  @available(*, deprecated, renamed: "fetchDatabaseChangesResultBlock")
  public var fetchDatabaseChangesCompletionBlock:
    ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
