// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKQueryOperation {
  /// The blocks from before there were results.
  struct Former {
    var onRecord: ((CKRecord) -> Void)?
    var atEnd: ((Cursor?, (any Error)?) -> Void)?
  }

  /// Called for each record, in their order.
  @available(*, deprecated, renamed: "recordMatchedBlock")
  public var recordFetchedBlock: ((CKRecord) -> Void)? {
    get { former.onRecord }
    set { former.onRecord = newValue }
  }

  /// Called at the end, with a cursor if there are more.
  @available(*, deprecated, renamed: "queryResultBlock")
  public var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)? {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
