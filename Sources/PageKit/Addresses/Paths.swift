// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The paths of the shell's own pages; an app's pages are below the app's path.
package enum Paths {
  package static let home = "/"
  package static let search = "/search"
  package static let settings = "/settings"
  package static let sync = "/sync"
  package static let changes = "/changes"
  static let assetPattern = "/assets/:name"
}
