// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Commands of the Chrome DevTools Protocol.
///
/// Source: https://chromedevtools.github.io/devtools-protocol/.
extension Browser {
  /// Sets the size of the viewport, which can be narrower than the smallest window.
  ///
  /// Below 600 pixels the page is shown as on a phone.
  package func setViewport(width: Int, height: Int = 900) async throws {
    try await sendCommand(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
  }

  /// Selects the colors of pages that follow the system.
  package func setDark(_ isDark: Bool) async throws {
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    try await sendCommand("Emulation.setEmulatedMedia", ["features": [scheme]])
  }

  /// Permits pages of an origin to use positions, and sets the position.
  package func setLocation(
    latitude: Double, longitude: Double, accuracy: Double, origin: String
  ) async throws {
    try await sendCommand(
      "Browser.grantPermissions", ["origin": origin, "permissions": ["geolocation"]])
    try await sendCommand(
      "Emulation.setGeolocationOverride",
      ["latitude": latitude, "longitude": longitude, "accuracy": accuracy])
  }

  /// Interrupts or restores the network of the page.
  package func setOffline(_ isOffline: Bool) async throws {
    try await sendCommand("Network.enable", [:])
    try await sendCommand(
      "Network.emulateNetworkConditions",
      ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
  }

  /// Adds a script that runs at the start of each page from now on, regardless of its policy.
  package func addScript(_ source: String) async throws {
    try await sendCommand("Page.addScriptToEvaluateOnNewDocument", ["source": source])
  }

  /// The nodes that a screen reader perceives on the page.
  package func accessibilityTree() async throws -> [AccessibilityNode] {
    try await sendCommand("Accessibility.enable", [:])
    let answer = try await sendCommand("Accessibility.getFullAXTree", [:])
    // Otherwise the browser updates the tree with each later change, which costs time.
    try await sendCommand("Accessibility.disable", [:])
    guard let nodes = (answer as? [String: Any])?["nodes"] as? [[String: Any]] else {
      throw BrowserError.unexpected(command: "Accessibility.getFullAXTree")
    }
    return AccessibilityNode.nodes(nodes)
  }

  /// The text that a script passes to `done`.
  package func evaluateAsync(_ script: String) async throws -> String {
    let body = "const done = arguments[arguments.length - 1];\n" + script
    let value = try await post("execute/async", ["script": body, "args": [String]()])
    return value as? String ?? "\(value)"
  }

  @discardableResult
  private func sendCommand(
    _ command: String, _ parameters: [String: Any]
  ) async throws -> Any {
    try await post("goog/cdp/execute", ["cmd": command, "params": parameters])
  }
}
