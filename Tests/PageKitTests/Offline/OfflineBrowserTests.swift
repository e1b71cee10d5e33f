// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import Logging
import PageKit
import ServiceLifecycle
import Testing

/// Saved pages and queued forms in a real browser, while the server stops and starts.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct OfflineBrowserTests {
  /// Runs the local pages of a notebook on a port; 0 selects a free one.
  private func serve<Result: Sendable>(
    _ notebook: Notebook, port: Int, _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = WebServer(
      modules: [NotebookPages(notebook), OfflinePages()],
      changes: { AsyncThrowingStream { $0.finish() } },
      configuration: WebServerConfiguration(port: port)
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    let address = await iterator.next()
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(try #require(address)))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    return try result.get()
  }

  /// Opens the notes, and waits until the service worker has saved them.
  private func openNotes(_ browser: Browser, _ address: URL) async throws {
    try await browser.open(address.appending(path: "secret-notes"))
    var isSaved = false
    while !isSaved {
      try Task.checkCancellation()
      isSaved =
        try await browser.evaluate(
          "return caches.match(location.href).then((page) => String(page !== undefined))")
        == "true"
    }
  }

  @Test
  func `a page that was seen opens without the server, without its token`() async throws {
    let notebook = Notebook()
    notebook.add("A note")
    try await Browser.run { browser in
      let address = try await serve(notebook, port: 0) { address in
        try await openNotes(browser, address)
        #expect(try await browser.count(of: "input[name=token][value]:not([value=''])") == 1)
        return address
      }
      try await browser.open(address.appending(path: "secret-notes"))
      #expect(try await browser.text(of: "main").contains("A note"))
      #expect(try await browser.text(of: "#saved-copy").contains("This is a copy of"))
      let token = try await browser.evaluate(
        "return document.querySelector('input[name=token]').value")
      #expect(token == "")
      try await browser.open(address.appending(path: "unknown"))
      #expect(try await browser.text(of: "h1") == "The server does not answer")
      try await browser.wait(until: "document.querySelector('#saved-pages a')")
      try await browser.click("#saved-pages a")
      try await browser.wait(forTitle: "Notes · Cairn")
    }
  }

  @Test
  func `forms that are sent without the server wait, and are processed once in order`() async throws
  {
    let notebook = Notebook()
    try await Browser.run { browser in
      let address = try await serve(notebook, port: 0) { address in
        try await openNotes(browser, address)
        return address
      }
      for (count, note) in ["first", "second"].enumerated() {
        try await browser.open(address.appending(path: "secret-notes"))
        try await browser.type(note, into: "#note")
        try await browser.click("form[method=post] button")
        try await browser.wait(
          until: "document.querySelectorAll('#outbox li').length === \(count + 1)")
      }
      #expect(try await browser.text(of: "#outbox h2") == "2 forms wait for the server")
      #expect(notebook.notes.isEmpty)
      // The new server has another form token than the saved page.
      try await serve(notebook, port: try #require(address.port)) { _ in
        try await browser.click("#outbox > .actions button")
        try await browser.wait(until: "!document.querySelector('#outbox')")
        #expect(notebook.notes == ["first", "second"])
        try await openNotes(browser, address)
        try await browser.type("third", into: "#note")
        try await browser.click("form[method=post] button")
        try await browser.wait(until: "document.querySelectorAll('#notes li').length === 3")
        #expect(notebook.notes == ["first", "second", "third"])
      }
    }
  }

  /// Types a note and sends the form.
  private func send(_ note: String, _ browser: Browser) async throws {
    try await browser.type(note, into: "#note")
    try await browser.click("form[method=post] button")
  }

  @Test
  func `a browser that gets no token sends forms with the token of its page`() async throws {
    let notebook = Notebook()
    try await Browser.run { browser in
      try await serve(notebook, port: 0) { address in
        // Browsers without Sec-Fetch-Site and AbortSignal.timeout, such as Safari 15.
        let old = """
          AbortSignal.timeout = undefined;
          const send = window.fetch.bind(window);
          const refusal = () => Promise.resolve(new Response("", { status: 403 }));
          window.fetch = (path, options) => path === "/token" ? refusal() : send(path, options);
          return "";
          """
        try await browser.open(address.appending(path: "secret-notes"))
        _ = try await browser.evaluate(old)
        try await send("first", browser)
        try await browser.wait(until: "document.querySelectorAll('#notes li').length === 1")
        #expect(notebook.notes == ["first"])
        // A form that waited is sent, too. The scripts of a page that is still parsed don't run yet.
        try await browser.open(address.appending(path: "secret-notes"))
        _ = try await browser.evaluate(
          "window.fetch = () => Promise.reject(new Error()); return ''")
        try await send("second", browser)
        try await browser.wait(until: "document.querySelectorAll('#outbox li').length === 1")
        #expect(notebook.notes == ["first"])
        try await browser.open(address.appending(path: "secret-notes"))
        while notebook.notes.count < 2 {
          try Task.checkCancellation()
          await Task.yield()
        }
        _ = try await browser.evaluate(old)
        try await send("third", browser)
        try await browser.wait(until: "document.querySelectorAll('#notes li').length === 3")
        #expect(notebook.notes == ["first", "second", "third"])
      }
    }
  }

  @Test(arguments: [
    #"{ status: 403, headers: { "Cairn-Device": "unpaired" } }"#, "{ status: 502 }",
  ])
  func `a form waits if the device is not paired, or the server fails`(
    answer: String
  ) async throws {
    let notebook = Notebook()
    try await Browser.run { browser in
      try await serve(notebook, port: 0) { address in
        try await browser.open(address.appending(path: "secret-notes"))
        _ = try await browser.evaluate(
          """
          window.fetch = () => Promise.resolve(new Response("", \(answer)));
          return "";
          """)
        try await send("a note", browser)
        try await browser.wait(until: "document.querySelectorAll('#outbox li').length === 1")
        #expect(notebook.notes.isEmpty)
      }
    }
  }
}
