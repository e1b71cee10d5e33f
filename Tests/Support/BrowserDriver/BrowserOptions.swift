// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The options of a browser session.
package struct BrowserOptions: Sendable {
  package var isScriptEnabled: Bool
  package var isDark: Bool
  package var width: Int
  package var height: Int

  package init(
    isScriptEnabled: Bool = true, isDark: Bool = false, width: Int = 1360, height: Int = 1000
  ) {
    self.isScriptEnabled = isScriptEnabled
    self.isDark = isDark
    self.width = width
    self.height = height
  }

  /// The WebDriver capabilities of a session with a profile folder.
  func capabilities(profile: String) -> [String: Any] {
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
      "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--user-data-dir=\(profile)",
      "--window-size=\(width),\(height)",
      "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
    ]
    var chrome: [String: Any] = ["args": arguments]
    if !isScriptEnabled {
      chrome["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
    }
    return [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:chromeOptions": chrome,
          "timeouts": ["script": 60_000, "pageLoad": 60_000, "implicit": 0],
        ]
      ]
    ]
  }
}
