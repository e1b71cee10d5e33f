// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The paths of the web app, and the paths that devices don't save.
package enum OfflinePaths {
  /// The web app manifest.
  package static let manifest = "/manifest.webmanifest"
  /// The service worker; its scope is the folder of its path, and thus all pages.
  package static let worker = "/service-worker.js"
  /// The page for addresses that are not saved.
  package static let page = "/offline"
  /// The current form token.
  package static let token = "/token"
  static let script = "/offline.js"
  static let icon = "/icon-maskable.svg"

  /// Files without data, which a device without a session may request.
  static let assets = [script, icon, page]

  /// Paths that the service worker never saves, with all paths below them.
  package static let unsaved = [
    DevicePaths.devices, DevicePaths.pair, Paths.sync, token, Paths.changes,
  ]
}
