// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchSubscriptionsOperation {
  typealias DeprecatedBlocks = DeprecatedFetchBlock<CKSubscription.ID, CKSubscription>

  /// Called at the end with the subscriptions, and with ``CKError/partialFailure`` if some are
  /// missing.
  @available(*, deprecated, renamed: "fetchSubscriptionsResultBlock")
  public var fetchSubscriptionCompletionBlock:
    (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKModifySubscriptionsOperation {
  typealias DeprecatedBlocks = DeprecatedModifyBlock<CKSubscription.ID, CKSubscription>

  /// Called at the end with the saved and deleted subscriptions; with ``CKError/partialFailure`` if
  /// some failed.
  @available(*, deprecated, renamed: "modifySubscriptionsResultBlock")
  public var modifySubscriptionsCompletionBlock:
    (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}
