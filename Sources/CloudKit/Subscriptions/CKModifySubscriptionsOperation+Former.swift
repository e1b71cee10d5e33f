// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKModifySubscriptionsOperation {
  typealias Former = FormerModification<CKSubscription.ID, CKSubscription>

  /// Called at the end with what was done, and with ``CKError/partialFailure`` if some of it wasn't.
  @available(*, deprecated, renamed: "modifySubscriptionsResultBlock")
  public var modifySubscriptionsCompletionBlock:
    (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
