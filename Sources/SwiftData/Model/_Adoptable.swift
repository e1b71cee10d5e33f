// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What lets an initialiser of a model give an object that there is already.
///
/// Managed by the framework. In an extension of a protocol for classes `self` can't be set; in one of
/// a protocol that says nothing of classes it can.
public protocol _Adoptable {}

extension _Adoptable {
  init(adopting model: Self) { self = model }
}
