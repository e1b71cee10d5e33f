// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name of an element as numbers.
struct XMLName: Equatable {
  /// The place of the local name in the vocabulary that the stream was given; nil where it is
  /// not one of its words.
  var word: Int?

  /// The namespace of the element.
  var namespace: XMLNamespace
}
