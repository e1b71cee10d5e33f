// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A headless Chromium, driven by the WebDriver protocol.
///
/// Source: W3C WebDriver, https://www.w3.org/TR/webdriver2/.
package struct Browser: Sendable {
  private let port: Int
  private let session: String

  /// Runs a body with a new browser.
  ///
  /// On return, the browser and its driver have exited, and the profile is deleted.
  package static func run<Result: Sendable>(
    _ options: BrowserOptions = BrowserOptions(),
    _ body: (Browser) async throws -> Result
  ) async throws -> Result {
    let profile = FileManager.default.temporaryDirectory
      .appending(path: "cairn-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: profile) }
    let driver = try await DriverProcess.start()
    let outcome: Swift.Result<Result, any Error>
    do {
      outcome = .success(try await run(options, on: driver, profile: profile, body))
    } catch {
      outcome = .failure(error)
    }
    await driver.end()
    return try outcome.get()
  }

  private static func run<Result: Sendable>(
    _ options: BrowserOptions, on driver: DriverProcess, profile: URL,
    _ body: (Browser) async throws -> Result
  ) async throws -> Result {
    let answer = try await send(
      "POST", port: driver.port, "/session", options.capabilities(profile: profile.path))
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw BrowserError.unexpected(command: "session")
    }
    let browser = Browser(port: driver.port, session: "/session/\(id)")
    do {
      let result = try await body(browser)
      try await browser.quit()
      return result
    } catch {
      try? await browser.quit()
      throw error
    }
  }

  /// Opens a page and waits until it is loaded.
  package func open(_ url: URL) async throws {
    _ = try await post("url", ["url": url.absoluteString])
  }

  /// The address of the page.
  package func address() async throws -> String { try await text("url", get("url")) }

  /// The title of the page.
  package func title() async throws -> String { try await text("title", get("title")) }

  /// The visible text of the first element that matches a CSS selector.
  ///
  /// If a live update replaces the element meanwhile, it is found again.
  package func text(of selector: String) async throws -> String {
    while true {
      do {
        return try await text("text", get("element/\(element(selector))/text"))
      } catch BrowserError.refused(_, let message) where message.hasPrefix("stale element") {
        try Task.checkCancellation()
      }
    }
  }

  /// The number of elements that match a CSS selector.
  package func count(of selector: String) async throws -> Int {
    let found = try await post("elements", ["using": "css selector", "value": selector])
    return (found as? [Any])?.count ?? 0
  }

  /// Clicks the first element that matches a CSS selector, and waits for navigation to end.
  package func click(_ selector: String) async throws {
    _ = try await post("element/\(element(selector))/click", [:])
  }

  /// Types into the first element that matches a CSS selector.
  ///
  /// For a file input, the text is a list of paths, one per line.
  package func type(_ text: String, into selector: String) async throws {
    _ = try await post("element/\(element(selector))/value", ["text": text])
  }

  /// Presses a key on the focused element.
  package func press(_ key: String) async throws {
    _ = try await post(
      "actions",
      [
        "actions": [
          [
            "type": "key", "id": "keyboard",
            "actions": [
              ["type": "keyDown", "value": key], ["type": "keyUp", "value": key],
            ],
          ]
        ]
      ])
  }

  /// The value of a script's return statement, as text.
  package func evaluate(_ script: String) async throws -> String {
    let value = try await post("execute/sync", ["script": script, "args": [String]()])
    return value as? String ?? "\(value)"
  }

  /// Waits until a JavaScript expression is true.
  ///
  /// The expression is evaluated after each change of the document.
  package func wait(until expression: String) async throws {
    let script = """
      const done = arguments[arguments.length - 1];
      const holds = () => { try { return \(expression); } catch { return false; } };
      if (holds()) { done(true); } else {
        const observer = new MutationObserver(() => {
          if (holds()) { observer.disconnect(); done(true); }
        });
        observer.observe(document, {
          subtree: true, childList: true, attributes: true, characterData: true });
      }
      """
    _ = try await post("execute/async", ["script": script, "args": [String]()])
  }

  /// Waits until the page's address satisfies a predicate, without scripts in the page.
  package func wait(forAddress holds: (String) -> Bool) async throws {
    try await poll { holds(try await address()) }
  }

  /// Waits until the page has a title.
  package func wait(forTitle title: String) async throws {
    try await poll { try await self.title() == title }
  }

  /// Waits until the page has an element, without scripts in the page.
  package func wait(forElement selector: String) async throws {
    try await poll { try await count(of: selector) > 0 }
  }

  /// Repeats a query of the page until it holds, with pauses that leave the processor to the browser.
  private func poll(until holds: () async throws -> Bool) async throws {
    while !(try await holds()) { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// A screenshot of the page as PNG data.
  package func screenshot() async throws -> Data {
    let text = try await text("screenshot", get("screenshot"))
    guard let data = Data(base64Encoded: text) else {
      throw BrowserError.unexpected(command: "screenshot")
    }
    return data
  }

  /// A picture of the first element that matches a selector, as PNG data.
  package func screenshot(of selector: String) async throws -> Data {
    let picture = try await text(
      "screenshot", get("element/\(try await element(selector))/screenshot"))
    guard let data = Data(base64Encoded: picture) else {
      throw BrowserError.unexpected(command: "screenshot")
    }
    return data
  }

  /// The page as a PDF file, as printed on paper.
  ///
  /// - Parameters:
  ///   - width: The width of the paper in centimetres.
  ///   - height: The height of the paper in centimetres.
  /// - Returns: The file.
  package func pdf(width: Double, height: Double) async throws -> Data {
    let page = ["width": width, "height": height]
    let value = try await post("print", ["page": page, "background": false])
    guard let data = Data(base64Encoded: try text("print", value)) else {
      throw BrowserError.unexpected(command: "print")
    }
    return data
  }

  private func quit() async throws {
    _ = try await Self.send("DELETE", port: port, session, nil)
  }

  private func element(_ selector: String) async throws -> String {
    let found = try await post("element", ["using": "css selector", "value": selector])
    guard let id = (found as? [String: String])?.values.first else {
      throw BrowserError.unexpected(command: "element \(selector)")
    }
    return id
  }

  func get(_ path: String) async throws -> Any {
    try await Self.send("GET", port: port, "\(session)/\(path)", nil)
  }

  func post(_ path: String, _ body: [String: Any]) async throws -> Any {
    try await Self.send("POST", port: port, "\(session)/\(path)", body)
  }

  private func text(_ command: String, _ value: Any) throws -> String {
    guard let text = value as? String else { throw BrowserError.unexpected(command: command) }
    return text
  }

  /// Sends a command, and returns the value of the driver's response.
  private static func send(
    _ method: String, port: Int, _ path: String, _ body: [String: Any]?
  ) async throws -> Any {
    let json = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    let data = try await DriverConnection.send(method, port: port, path: path, body: json)
    let command = "\(method) \(path)"
    guard let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let value = answer["value"]
    else { throw BrowserError.unexpected(command: command) }
    if let problem = value as? [String: Any], let message = problem["message"] as? String,
      problem["error"] != nil
    {
      throw BrowserError.refused(command: command, message: message)
    }
    return value
  }
}
