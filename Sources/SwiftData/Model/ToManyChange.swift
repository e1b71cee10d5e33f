// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A change to an attribute; no other property depends on it.
@frozen
public struct _AttributeChange {
  @inlinable
  package init() {}
}

/// A change to a to-one relationship.
@frozen
public struct _ToOneChange<Target: PersistentModel> {
  @usableFromInline package let old: Target?
  @usableFromInline package let new: Target?

  @inlinable
  package init(old: Target?, new: Target?) {
    self.old = old
    self.new = new
  }
}

/// A change to a to-many relationship: the added and the removed targets, without duplicates.
@frozen
public struct _ToManyChange<Target: PersistentModel> {
  @usableFromInline package var added: [Target] = []
  @usableFromInline package var removed: [Target] = []
  /// True if `added` may contain targets that the relationship already had.
  @usableFromInline package var isUncertain = false

  @inlinable
  package init() {}
}
