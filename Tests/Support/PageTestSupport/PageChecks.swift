// Cairn
// SPDX-License-Identifier: Apache-2.0

package import BrowserDriver
import Foundation
import Testing

/// The checks of a page that a browser shows: size, accessibility tree, rules of axe-core, and layout.
///
/// A walk through pages opens each page once and performs all checks on it. Each issue begins with the
/// name of the page and the kind of the check.
package struct PageChecks: Sendable {
  /// A width of the viewport, in pixels, with a text size of the settings.
  package struct Window: Sendable {
    package let width: Int
    package let text: String

    package init(_ width: Int, _ text: String = "normal") {
      (self.width, self.text) = (width, text)
    }
  }

  /// Windows from a phone's to a large screen's, with normal and large text.
  ///
  /// Windows of equal width follow each other: a change of the viewport is the most expensive step.
  package static let allWindows = [
    Window(1280), Window(1280, "larger"), Window(1920), Window(768), Window(390),
    Window(390, "larger"),
  ]

  /// The width at which a page is opened and audited, in pixels.
  private static let width = 1280

  private let audit: AccessibilityAudit
  /// The maximum size of a page with its styles, scripts and pictures, in bytes.
  private let largestPage: Int
  private let windows: [Window]

  /// Reads axe-core.
  ///
  /// - Parameters:
  ///   - largestPage: The maximum size of a page with its styles, scripts and pictures, in bytes.
  ///   - windows: The windows in which the layout is checked.
  /// - Throws: An error if axe-core is not installed and cannot be.
  package init(largestPage: Int, windows: [Window] = allWindows) async throws {
    audit = try await AccessibilityAudit()
    (self.largestPage, self.windows) = (largestPage, windows)
  }

  /// Prepares a new browser, before it opens the first page.
  package func prepare(_ browser: Browser) async throws {
    try await audit.install(in: browser)
    try await browser.setViewport(width: Self.width)
  }

  /// Performs all checks on the page that a browser shows, and records an issue for each fault.
  ///
  /// - Parameters:
  ///   - name: The name of the page in issues and of its screenshots.
  ///   - browser: A prepared browser. Afterwards its viewport and colors are as before.
  ///   - backgrounds: The colors on which contrast is measured, as CSS values.
  ///   - hasLargeText: Whether the layout is checked with text of 200 %, too.
  /// - Throws: An error of the browser.
  package func check(
    _ name: String, in browser: Browser, backgrounds: [String] = ["var(--page)"],
    hasLargeText: Bool = false
  ) async throws {
    // First, since a live page loads more later.
    try await checkSize(name, in: browser)
    try await checkTree(name, in: browser)
    try await checkRules(name, in: browser, backgrounds: backgrounds)
    try await checkLayout(name, in: browser, hasLargeText: hasLargeText)
  }

  private func checkSize(_ name: String, in browser: Browser) async throws {
    let size = try await browser.evaluate(
      """
      const entries = ["navigation", "resource"].flatMap((kind) =>
        performance.getEntriesByType(kind));
      // Not the requests of the script, which follow later changes.
      const loaded = entries.filter((entry) => entry.initiatorType !== "fetch");
      return String(loaded.reduce((sum, entry) => sum + entry.decodedBodySize, 0));
      """)
    #expect(try #require(Int(size)) < largestPage, "\(name), size: \(size) bytes")
  }

  /// Checks the landmarks, headings and names that a screen reader perceives.
  private func checkTree(_ name: String, in browser: Browser) async throws {
    let tree = try await browser.accessibilityTree()
    func nodes(_ role: String) -> [AccessibilityNode] { tree.filter { $0.role == role } }
    for role in ["main", "banner", "contentinfo"] {
      #expect(nodes(role).count == 1, "\(name), screen reader: \(role)")
    }
    let headings = nodes("heading").filter { $0.properties["level"] == "1" }
    #expect(headings.count == 1, "\(name), screen reader: \(headings.map(\.name))")
    let navigation = nodes("navigation").map(\.name)
    #expect(navigation.contains("Main"), "\(name), screen reader: \(navigation)")
    #expect(
      Set(navigation).count == navigation.count, "\(name), screen reader: \(navigation)")
    for role in [
      "navigation", "region", "image", "link", "button", "textbox", "searchbox", "combobox",
    ] {
      for node in nodes(role) where node.name.isEmpty {
        Issue.record("\(name), screen reader: a \(role) has no name: \(node.properties)")
      }
    }
  }

  /// Checks the rules of axe-core once, and the contrast in light and dark colors on each background.
  private func checkRules(
    _ name: String, in browser: Browser, backgrounds: [String]
  ) async throws {
    for isDark in [false, true] {
      try await browser.setDark(isDark)
      for (index, background) in backgrounds.enumerated() {
        let violations = try await audit.violations(
          in: browser, background: background, onlyContrast: isDark || index > 0)
        for violation in violations {
          let colors = isDark ? "dark" : "light"
          Issue.record("\(name), axe-core, \(colors), \(background): \(violation)")
        }
      }
      if isDark { try await shoot(name + "-dark", in: browser) }
    }
    try await browser.setDark(false)
    try await audit.removeBackground(in: browser)
  }

  private func checkLayout(
    _ name: String, in browser: Browser, hasLargeText: Bool
  ) async throws {
    var current = Self.width
    func setWidth(_ width: Int) async throws {
      if width != current { try await browser.setViewport(width: width) }
      current = width
    }
    for window in windows where Self.isChecked(window, on: name) {
      try await setWidth(window.width)
      _ = try await browser.evaluate(
        "document.documentElement.dataset.text = '\(window.text)'; return ''")
      let place = "\(window.width) pixels, \(window.text) text"
      for fault in try await faults(LayoutCheck.script, in: browser) {
        Issue.record("\(name), layout, \(place): \(fault)")
      }
      if window.text == "normal" { try await shoot("\(name)-\(window.width)", in: browser) }
    }
    if hasLargeText {
      try await setWidth(390)
      for fault in try await faults(LayoutCheck.largeTextScript, in: browser) {
        Issue.record("\(name), layout, 390 pixels, 200 % text: \(fault)")
      }
    }
    try await setWidth(Self.width)
  }

  /// Whether the layout of a page is checked in a window.
  ///
  /// Each page is checked in the windows of a desktop and a phone. Of the window of a tablet and the large one it
  /// is checked in one, for the time that a change of the viewport takes; with `CAIRN_ALL_WINDOWS` in both.
  private static func isChecked(_ window: Window, on name: String) -> Bool {
    if ProcessInfo.processInfo.environment["CAIRN_ALL_WINDOWS"] != nil { return true }
    return window.width != (name.utf8.count.isMultiple(of: 2) ? 768 : 1920)
  }

  private func faults(_ script: String, in browser: Browser) async throws -> [String] {
    let answer = try await browser.evaluate(script)
    return try JSONDecoder().decode([String].self, from: Data(answer.utf8))
  }

  /// Writes a screenshot to the folder in `CAIRN_SCREENSHOTS`, if it is set.
  private func shoot(_ name: String, in browser: Browser) async throws {
    guard let path = ProcessInfo.processInfo.environment["CAIRN_SCREENSHOTS"] else { return }
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = name.suffix(80).replacing("/", with: "_").replacing("?", with: "_")
    try await browser.screenshot().write(to: folder.appending(path: "\(file).png"))
  }
}
