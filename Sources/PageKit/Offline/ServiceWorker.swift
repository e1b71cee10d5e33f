// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

/// The service worker: it saves pages that the user opened or pinned, and shows them without a network.
///
/// It answers GET requests only. If it sent forms itself, the server would see its own origin in
/// them instead of the origin of the page, and could not reject forms of other sites.
enum ServiceWorker {
  /// The number of pages that a device saves; the oldest is removed first.
  static let limit = 80
  /// The number of pinned pages and documents.
  static let pinLimit = 2 * PinnedPages.limit
  /// The milliseconds after which a saved page is shown although the server may still answer.
  static let patience = 4_000
  /// The milliseconds of that patience after a request without an answer.
  static let shortPatience = 300
  /// The milliseconds for which the worker expects a server that did not answer to stay away.
  static let outage = 120_000
  /// The milliseconds after which the worker asks the server again whether a saved page exists.
  static let checkInterval = 600_000

  /// The script for a version of the assets.
  ///
  /// - Parameter modules: The modules, whose files are saved as well.
  /// - Returns: The script.
  static func text(for modules: [any PageModule] = []) -> String {
    let own = [
      Asset.stylesheet, .script, .icon, UploadScript.asset, PinnedPages.script, MapScript.script,
      TrackScript.script, MapStyle.stylesheet,
    ]
    let assets = own + modules.flatMap(\.assets)
    return
      template
      .replacing("%VERSION%", with: version(of: assets))
      .replacing("%LIMIT%", with: "\(limit)")
      .replacing("%PIN_LIMIT%", with: "\(pinLimit)")
      .replacing("%PATIENCE%", with: "\(patience)")
      .replacing("%SHORT_PATIENCE%", with: "\(shortPatience)")
      .replacing("%OUTAGE%", with: "\(outage)")
      .replacing("%CHECK_INTERVAL%", with: "\(checkInterval)")
      .replacing("%OFFLINE%", with: OfflinePaths.page)
      .replacing("%GONE%", with: HTTPField.Name.missingObject.canonicalName)
      .replacing("%UNSAVED%", with: list(OfflinePaths.unsaved))
      .replacing("%ASSETS%", with: list(assets.map(Paths.asset) + OfflinePaths.assets))
  }

  /// A hash of the assets, so that a browser installs the worker again after an update.
  private static func version(of assets: [Asset]) -> String {
    Asset(
      name: "", mediaType: "",
      text: assets.map(\.text).joined() + OutboxScript.text + OfflinePage.template + template
    ).tag.filter(\.isHexDigit)
  }

  /// An array of paths as JavaScript.
  static func list(_ paths: [String]) -> String {
    "[" + paths.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private static let template = #"""
    "use strict";
    const ASSETS = "assets-%VERSION%";
    const PAGES = "pages-1";
    const PINNED = "pinned-1";
    const TRACKS = "tracks-1";
    const OFFLINE = "%OFFLINE%";
    const LIMIT = %LIMIT%;
    const PIN_LIMIT = %PIN_LIMIT%;
    const PATIENCE = %PATIENCE%;
    const SHORT_PATIENCE = %SHORT_PATIENCE%;
    const OUTAGE = %OUTAGE%;
    const CHECK_INTERVAL = %CHECK_INTERVAL%;
    const UNSAVED = %UNSAVED%;
    const FILES = %ASSETS%;

    addEventListener("install", (event) => {
      event.waitUntil((async () => {
        const cache = await caches.open(ASSETS);
        await cache.addAll(FILES.map((path) => new Request(path, { cache: "reload" })));
        await skipWaiting();
      })());
    });

    addEventListener("activate", (event) => {
      event.waitUntil((async () => {
        for (const name of await caches.keys()) {
          if (![ASSETS, PAGES, PINNED, TRACKS].includes(name)) await caches.delete(name);
        }
        await clients.claim();
      })());
    });

    // A page that was open before the worker controlled it, or an address that the user pins.
    addEventListener("message", (event) => {
      const url = new URL(event.data.save, location.origin);
      const [port] = event.ports;
      if (url.origin !== location.origin || isUnsaved(url.pathname)) return port?.postMessage(false);
      const saving = event.data.isPinned ? pin(url) : load(new Request(url.href), url).then(() => true);
      event.waitUntil(
        saving.catch(() => false).then((isSaved) => {
          port?.postMessage(isSaved);
          return isSaved && saveTracks(url);
        }));
    });

    const isUnsaved = (path) => UNSAVED.some((root) => path === root || path.startsWith(`${root}/`));

    addEventListener("fetch", (event) => {
      const { request } = event;
      const url = new URL(request.url);
      if (request.method !== "GET" || url.origin !== location.origin) return;
      if (FILES.includes(url.pathname)) return event.respondWith(file(request, url.pathname));
      if (request.mode === "navigate") return event.respondWith(page(event, url));
      if (request.destination === "image") return event.respondWith(stored(PINNED, request, url));
      if (url.pathname.endsWith(".json")) event.respondWith(stored(TRACKS, request, url));
    });

    // A style that waits for the server would leave a saved page blank.
    async function file(request, path) {
      const network = fetch(request).then((response) => {
        if (!response.ok) throw new Error(`status ${response.status}`);
        return response;
      });
      network.catch(() => {});
      const saved = await (await caches.open(ASSETS)).match(path);
      return saved ? first(network, saved) : network.catch(() => Response.error());
    }

    async function page(event, url) {
      const network = load(event.request, url);
      event.waitUntil(
        network.then((response) => Promise.all([check(response, url), saveTracks(url)])).catch(() => {}));
      const saved = isUnsaved(url.pathname) ? undefined : await match(url);
      return saved ? first(network, saved) : network.catch(offlinePage);
    }

    // A document that a page shows as a picture, or the data of a track.
    async function stored(name, request, url) {
      const network = fetch(request);
      network.catch(() => {});
      const saved = await (await caches.open(name)).match(url.href);
      return saved ? first(network, saved) : network;
    }

    // The time at which the server last did not answer; it is forgotten when the worker ends.
    let failedAt = -Infinity;

    // The answer of the server, or the saved one if the server does not answer in time.
    function first(network, saved) {
      const patience = Date.now() - failedAt < OUTAGE ? SHORT_PATIENCE : PATIENCE;
      let isAnswered = false;
      const answer = network.then((response) => {
        [isAnswered, failedAt] = [true, -Infinity];
        return response;
      }, () => {
        [isAnswered, failedAt] = [true, Date.now()];
        return saved;
      });
      return Promise.race([answer, new Promise((resolve) => setTimeout(() => {
        if (!isAnswered) failedAt = Date.now();
        resolve(saved);
      }, patience))]);
    }

    const match = async (url) => (await (await caches.open(PINNED)).match(url.href))
      ?? (await caches.open(PAGES)).match(url.href);

    async function load(request, url) {
      const response = await fetch(request);
      if (isUnpaired(response)) {
        await forget();
      } else if (isGone(response)) {
        await remove(url).catch(() => {});
      } else if (isPage(response) && !isUnsaved(url.pathname)) {
        // A failure to save, as on a full disk, must not hide the page.
        await save(response.clone(), url).catch(() => {});
      }
      return response;
    }

    const isUnpaired = (response) => response.headers.get("Cairn-Device") === "unpaired";

    // Another person may hold the device now. Forms that wait are kept until it is paired again.
    async function forget() {
      await caches.delete(PAGES);
      await caches.delete(PINNED);
      await caches.delete(TRACKS);
    }

    // A proxy whose server is down may answer 404 as well, and so do the pages of an app whose store can't be opened.
    const isGone = (response) => response.status === 404 && response.type === "basic"
      && response.headers.has("%GONE%");

    const isBelow = (path, root) => path.startsWith(root === "/" ? root : `${root}/`);

    // Removes the saved page of a deleted object, and the pages and tracks below it.
    async function remove(url) {
      for (const name of [PAGES, PINNED, TRACKS]) {
        const cache = await caches.open(name);
        for (const { url: saved } of await cache.keys()) {
          const { pathname } = new URL(saved);
          const isPart = url.search === "" && (pathname === url.pathname || isBelow(pathname, url.pathname));
          if (isPart || saved === url.href) await cache.delete(saved);
        }
      }
    }

    const above = (path) => path.slice(0, path.lastIndexOf("/"));

    // Loads saved pages of objects that may be deleted: those above a page that is gone, and those below a page of the
    // server that have saved pages below them, such as the trips of a list.
    async function check(response, url) {
      if (isUnpaired(response) || !isGone(response) && !isPage(response)) return;
      const names = [PAGES, PINNED];
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      const saved = new Set(keys.flat().map((key) => new URL(key.url).pathname));
      const paths = new Set();
      for (const start of isGone(response) ? [url.pathname] : saved) {
        const root = isGone(response) ? "/" : url.pathname;
        let top = null;
        for (let path = above(start); isBelow(path, root); path = above(path)) {
          if (saved.has(path)) top = path;
          if (isGone(response) && top === path) paths.add(path);
        }
        if (top) paths.add(top);
      }
      for (const path of paths) {
        const address = new URL(path, location.origin);
        const time = Number((await match(address))?.headers.get("Cairn-Saved") ?? 0);
        if (!isGone(response) && Date.now() - time < CHECK_INTERVAL) continue;
        const answer = await load(new Request(address.href), address);
        if (isUnpaired(answer)) return;
        if (!isGone(response) && !isGone(answer)) await check(answer, address);
      }
    }

    const isWhole = (response) =>
      response.status === 200 && response.type === "basic" && !response.redirected;
    const isHTML = (response) => (response.headers.get("Content-Type") ?? "").startsWith("text/html");
    const isPage = (response) => isWhole(response) && isHTML(response);

    async function save(response, url) {
      const pinned = await caches.open(PINNED);
      if (await pinned.match(url.href)) return put(pinned, url, await withoutToken(response));
      const pages = await caches.open(PAGES);
      await put(pages, url, await withoutToken(response));
      await limit(pages, LIMIT);
    }

    // Saves a page or a document that opened pages do not displace.
    async function pin(url) {
      const response = await fetch(url.href);
      if (isUnpaired(response)) await forget();
      if (isGone(response)) await remove(url);
      if (isUnpaired(response) || !isWhole(response)) return false;
      const pinned = await caches.open(PINNED);
      await put(pinned, url, isHTML(response) ? await withoutToken(response) : response);
      await limit(pinned, PIN_LIMIT);
      await (await caches.open(PAGES)).delete(url.href);
      return true;
    }

    // Saves the data of the tracks on a saved page; the page loads it when a position is selected.
    async function saveTracks(page) {
      const text = isUnsaved(page.pathname) ? undefined : await (await match(page))?.text();
      const tracks = await caches.open(TRACKS);
      for (const [, path] of (text ?? "").matchAll(/ data-track="(\/[^"]*)"/g)) {
        const url = new URL(path.replaceAll("&amp;", "&"), location.origin);
        if (url.origin !== location.origin || !url.pathname.endsWith(".json")) continue;
        const response = await fetch(url.href);
        if (isUnpaired(response)) return forget();
        if (!isWhole(response)) continue;
        const type = response.headers.get("Content-Type") ?? "application/json";
        const headers = { "Content-Type": type, "Cairn-Page": page.href };
        await put(tracks, url, new Response(await response.blob(), { headers }));
        await removeTracks(tracks);
      }
      await limit(tracks, LIMIT + PIN_LIMIT);
    }

    // Removes the tracks of pages that are no longer saved; a track can have megabytes.
    async function removeTracks(tracks) {
      for (const key of await tracks.keys()) {
        const page = (await tracks.match(key))?.headers.get("Cairn-Page");
        if (!page || !(await match(new URL(page)))) await tracks.delete(key);
      }
    }

    async function put(cache, url, response) {
      await cache.delete(url.href);
      await cache.put(url.href, response);
    }

    // Removes the oldest addresses.
    async function limit(cache, count) {
      const keys = await cache.keys();
      for (const key of keys.slice(0, Math.max(0, keys.length - count))) await cache.delete(key);
    }

    async function withoutToken(response) {
      const text = (await response.text())
        // The token of a form belongs to one run of the server and one session.
        .replace(/value="[0-9a-f]{64}"/g, 'value=""')
        .replace("<body ", `<body data-saved="${new Date().toISOString()}" `);
      const headers = { "Content-Type": "text/html; charset=utf-8", "Cairn-Saved": `${Date.now()}` };
      for (const name of ["Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"]) {
        const value = response.headers.get(name);
        if (value) headers[name] = value;
      }
      return new Response(text, { status: 200, headers });
    }

    async function offlinePage() {
      const cache = await caches.open(ASSETS);
      return (await cache.match(OFFLINE)) ?? Response.error();
    }

    """#
}
