// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchSubscriptionsOperation {
  typealias Former = FormerFetch<CKSubscription.ID, CKSubscription>

  /// Called at the end with the subscriptions, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchSubscriptionsResultBlock")
  public var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
