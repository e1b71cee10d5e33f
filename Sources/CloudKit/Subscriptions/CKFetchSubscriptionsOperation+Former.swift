// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchSubscriptionsOperation {
  /// The block from before there were results.
  struct Former {
    var atEnd: (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
    private(set) var fetched: [CKSubscription.ID: CKSubscription] = [:]

    mutating func tell(_ id: CKSubscription.ID, _ result: Result<CKSubscription, any Error>) {
      if case .success(let item) = result { fetched[id] = item }
    }
  }

  /// Called at the end with the subscriptions, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchSubscriptionsResultBlock")
  public var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
