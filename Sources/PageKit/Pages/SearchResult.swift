// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An object of an app, as a link with its date and a short description.
package struct SearchResult: Sendable, Equatable {
  package var title: String
  package var path: String
  /// The object's date in words; nil if it has none.
  package var date: String?
  package var detail: String?

  package init(title: String, path: String, date: String? = nil, detail: String? = nil) {
    self.title = title
    self.path = path
    self.date = date
    self.detail = detail
  }
}
