// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A link of the navigation or of the breadcrumbs.
package struct PageLink: Sendable, Equatable {
  package var title: String
  package var path: String

  package init(_ title: String, _ path: String) {
    self.title = title
    self.path = path
  }
}
