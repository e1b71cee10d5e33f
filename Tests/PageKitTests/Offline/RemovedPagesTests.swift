// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import Hummingbird
import PageKit
import Synchronization
import Testing

/// Saved pages of objects that are deleted afterwards, in a real browser.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct RemovedPagesTests {
  /// Pages of albums: a list, and two pages of each album.
  private final class AlbumPages: PageModule {
    let templates: [String: String] = [:]
    let navigation: PageLink? = PageLink("Albums", "/albums")
    private let albums = Mutex<Set<String>>(["one", "two"])

    func remove(_ album: String) {
      albums.withLock { _ = $0.remove(album) }
    }

    func addRoutes(to router: PageRouter, site: Site) {
      router.get("/albums") { _, _ in site.page(title: "Albums", "<h1>Albums</h1>") }
      for album in ["one", "two"] {
        for path in ["/albums/\(album)", "/albums/\(album)/photos"] {
          router.get(RouterPath(path)) { [self] _, _ in
            guard albums.withLock({ $0.contains(album) }) else { throw PageError.notFound }
            return site.page(title: album, "<h1>\(album)</h1>")
          }
        }
      }
    }
  }

  /// The paths of the saved pages below the list.
  private func savedPaths(_ browser: Browser) async throws -> String {
    try await browser.evaluate(
      """
      return (async () => {
        const paths = [];
        for (const name of await caches.keys()) {
          for (const key of await (await caches.open(name)).keys()) {
            const { pathname } = new URL(key.url);
            if (pathname.startsWith("/albums")) paths.push(pathname);
          }
        }
        return paths.sort().join(" ");
      })();
      """)
  }

  /// Adds a copy without a time to a cache of the worker.
  private func save(_ path: String, in cache: String, _ browser: Browser) async throws {
    _ = try await browser.evaluate(
      """
      return caches.open("\(cache)")
        .then((cache) => cache.put("\(path)", new Response("An old copy")))
        .then(() => "");
      """)
  }

  private func wait(forPaths paths: String, _ browser: Browser) async throws {
    while try await savedPaths(browser) != paths { try Task.checkCancellation() }
  }

  @Test
  func `a device removes the saved pages of an object that is deleted`() async throws {
    let albums = AlbumPages()
    try await ModuleServer.run([albums, OfflinePages()]) { server in
      let address = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
      try await Browser.run { browser in
        var saved: [String] = []
        for path in ["", "/one", "/one/photos", "/two", "/two/photos"] {
          saved.append("/albums" + path)
          try await browser.open(address.appending(path: "albums" + path))
          try await wait(forPaths: saved.joined(separator: " "), browser)
        }
        // A page of the album is gone; the worker finds that the album is gone, too.
        try await save("/albums/one/track.json", in: "tracks-1", browser)
        albums.remove("one")
        try await browser.open(address.appending(path: "albums/one/photos"))
        try await wait(forPaths: "/albums /albums/two /albums/two/photos", browser)
        // A page that an earlier version saved has no time; the list makes the worker load it.
        albums.remove("two")
        try await save("/albums/two", in: "pages-1", browser)
        try await browser.open(address.appending(path: "albums"))
        try await wait(forPaths: "/albums", browser)
        // An address without a route may be of an app whose store can't be opened now.
        try await save("/albums/three", in: "pages-1", browser)
        try await browser.open(address.appending(path: "albums/three"))
        #expect(try await savedPaths(browser) == "/albums /albums/three")
      }
    }
  }
}
