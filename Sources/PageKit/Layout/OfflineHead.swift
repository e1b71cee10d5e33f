// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The elements of the frame that make the pages a web app.
package enum OfflineHead {
  /// The color of a browser's frame around the installed pages.
  static let themeColor = "#14523d"

  /// Elements for `<head>`, as HTML.
  package static let html = #"""
    <link rel="manifest" href="\#(OfflinePaths.manifest)">
    <meta name="theme-color" content="\#(themeColor)">
    <script src="\#(OfflinePaths.script)" defer></script>
    """#
}
