// Cairn
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text; nil if it is empty.
  var nonEmptyText: String? { isEmpty ? nil : self }

  /// The text as a name: a longer one, which no page could show, ends with an ellipsis after 500 characters.
  var shortenedName: String {
    guard utf8.count > 500, count > 500 else { return self }
    return String(prefix(500)) + "…"
  }
}
