// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The page for addresses that the device has not saved; the script adds links to saved pages.
enum OfflinePage {
  static let name = "offline"

  /// The page's values.
  struct Model: Sendable {
    let home = Paths.home
  }

  static let template = #"""
    <section class="card glass narrow message">
    <h1>The server does not answer</h1>
    <p>This page is not saved on this device. Check that the computer with Cairn is on, and that both are in the same network.</p>
    <p><a class="button primary" href="{{home}}">Start page</a></p>
    <div id="saved-pages" hidden><h2>Saved pages</h2><ul class="latest"></ul></div>
    </section>
    """#
}

extension OfflinePage {
  /// The page's content.
  static func render(templates: Templates) -> String { templates.render(name, Model()) }
}
