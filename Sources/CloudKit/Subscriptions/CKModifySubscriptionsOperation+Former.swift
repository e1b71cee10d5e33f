// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKModifySubscriptionsOperation {
  /// The block from before there were results.
  struct Former {
    var atEnd: (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
    private(set) var saved: [CKSubscription] = []
    private(set) var deleted: [CKSubscription.ID] = []

    mutating func tell(_ id: CKSubscription.ID, _ result: Result<CKSubscription, any Error>) {
      if case .success(let item) = result { saved.append(item) }
    }

    mutating func tell(_ id: CKSubscription.ID, _ result: Result<Void, any Error>) {
      if case .success = result { deleted.append(id) }
    }
  }

  /// Called at the end with what was done, and with ``CKError/partialFailure`` if some of it wasn't.
  @available(*, deprecated, renamed: "modifySubscriptionsResultBlock")
  public var modifySubscriptionsCompletionBlock:
    (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
