// Cairn
// SPDX-License-Identifier: Apache-2.0

// For properties with `willSet` or `didSet`: the first assignment, in an initialiser, is not
// observed. Only a property that must be given a value by an initialiser asks.

extension _Slot {
  /// True until the property of a new model has a value.
  public var _isUnset: Bool { stored == nil }
}

extension _RequiredToOne {
  /// True until the property of a new model has a value.
  public var _isUnset: Bool { base.object == nil && base.key == 0 }
}

extension _ToMany {
  /// False: a new model's relationship is empty.
  public var _isUnset: Bool { false }
}
