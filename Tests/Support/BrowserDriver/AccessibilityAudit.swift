// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An audit of pages by axe-core, a library of accessibility rules.
///
/// Source: https://github.com/dequelabs/axe-core, from a package of PyPI that contains it.
package struct AccessibilityAudit: Sendable {
  private let source: String

  /// Reads axe-core from its Python environment, which `Scripts/python` creates on first use.
  package init() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    process.executableURL = root.appending(path: "Scripts/python")
    process.arguments = ["accessibility", "Tests/Support/Clients/accessibility.txt"]
    let output = Pipe()
    process.standardOutput = output
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
    for await _ in ended {}
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let folder = String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let packages = URL(filePath: folder).appending(path: "lib")
    let versions = try FileManager.default.contentsOfDirectory(
      at: packages, includingPropertiesForKeys: nil)
    guard let version = versions.first else {
      throw BrowserError.unexpected(command: "Scripts/python accessibility")
    }
    source = try String(
      contentsOf: version.appending(path: "site-packages/axe_playwright_python/axe.min.js"),
      encoding: .utf8)
  }

  /// Loads axe-core into each page that the browser opens from now on.
  package func install(in browser: Browser) async throws {
    try await browser.addScript(source)
  }

  /// The serious and critical violations of the page, with rule, element and remedy.
  ///
  /// Contrast is measured on opaque backgrounds: axe-core can't measure it on gradients and
  /// translucent colors.
  ///
  /// - Parameters:
  ///   - browser: The browser that shows the page.
  ///   - background: The color of the page, as a CSS value.
  ///   - onlyContrast: Whether the contrast alone is measured.
  /// - Returns: The violations.
  /// - Throws: An error of the browser.
  package func violations(
    in browser: Browser, background: String = "var(--page)", onlyContrast: Bool = false
  ) async throws -> [String] {
    let answer = try await browser.evaluateAsync(
      """
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        body { background: \(background) !important; }
        body::before { content: none !important; }
        .glass { background: var(--solid) !important; backdrop-filter: none !important; }
        * { transition: none !important; }`);
      document.adoptedStyleSheets = [sheet];
      const list = (rules) => rules.flatMap((rule) => rule.nodes.map((node) =>
        `${rule.id} at ${node.target}: ${node.failureSummary.replaceAll("\\n", " ")}`));
      // Of the rules that pass, axe-core then describes one element each instead of all.
      const options = { resultTypes: ["violations"] };
      if (\(onlyContrast)) options.runOnly = ["color-contrast"];
      axe.run(document, options).then((result) => {
        const found = list(result.violations.filter(
          (rule) => rule.impact === "serious" || rule.impact === "critical"));
        if (!result.passes.some((rule) => rule.id === "color-contrast")) {
          found.push("no contrast was measured");
        }
        done(JSON.stringify(found));
      }, (error) => done(JSON.stringify([String(error)])));
      """)
    return try JSONDecoder().decode([String].self, from: Data(answer.utf8))
  }

  /// Restores the page's own background and effects, which `violations` has replaced.
  package func removeBackground(in browser: Browser) async throws {
    _ = try await browser.evaluate("document.adoptedStyleSheets = []; return ''")
  }
}
