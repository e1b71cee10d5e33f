// Cairn
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text; nil if it is empty.
  var nonEmptyText: String? { isEmpty ? nil : self }
}
