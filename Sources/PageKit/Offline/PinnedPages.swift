// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Hummingbird
import NIOCore

/// The addresses of pages and documents that a device saves at the user's request.
///
/// A page shows the button by `{{>pinned-pages}}` with the value `pinnedPath`, the path of this list, and loads
/// the script of ``scriptPath``. Opened pages do not displace pinned ones.
package struct PinnedPages: Encodable, Sendable, Equatable {
  /// The maximum number of addresses.
  package static let limit = 2_000

  /// The paths, the most important ones first.
  package let paths: [String]
  /// The number of paths beyond the limit.
  package let omitted: Int

  /// Creates a list of the first paths.
  package init(_ paths: [String]) {
    self.paths = Array(paths.prefix(Self.limit))
    omitted = max(0, paths.count - Self.limit)
  }

  /// The list as a response with JSON.
  ///
  /// - Throws: The encoder's error.
  package func response() throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(self))))
  }
}

extension PinnedPages {
  /// The path of the script.
  package static let scriptPath = Paths.asset(script)

  static let script = Asset(
    name: "pinned-pages.js", mediaType: "text/javascript; charset=utf-8", text: scriptText)

  static let name = "pinned-pages"

  /// The button, the progress and the result; the button stays hidden in a browser that can't save pages.
  static let template = #"""
    <div data-pin="{{pinnedPath}}">
    <p class="actions"><button class="button" type="button" hidden>Save on this device</button></p>
    <progress max="1" value="0" aria-label="Saved part" hidden></progress>
    <p role="status">This browser can't save pages: its scripts are off, or it does not trust the certificate of the pages.</p>
    </div>
    """#

  private static let scriptText = #"""
    "use strict";
    (() => {
      const box = document.querySelector("[data-pin]");
      if (!box || !("serviceWorker" in navigator)) return;
      const button = box.querySelector("button");
      const bar = box.querySelector("progress");
      const status = box.querySelector("[role=status]");
      const label = button.textContent;

      // Asks the service worker to save an address; false if it failed.
      const save = (worker, path) => new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", ({ data }) => resolve(data === true));
        channel.port1.start();
        setTimeout(resolve, 60000, false);
        worker.postMessage({ save: path, isPinned: true }, [channel.port2]);
      });

      async function run() {
        const response = await fetch(box.dataset.pin);
        if (!response.ok) throw new Error(`The server answered ${response.status}`);
        const { paths, omitted } = await response.json();
        const { active } = await navigator.serviceWorker.ready;
        // Without permission, the browser may remove the pages when its storage is full.
        navigator.storage?.persist?.().catch(() => {});
        let saved = 0;
        for (const [index, path] of paths.entries()) {
          if (await save(active, path)) saved += 1;
          bar.value = (index + 1) / paths.length;
        }
        const more = omitted > 0 ? ` ${omitted} more are too many to save.` : "";
        return saved === paths.length
          ? `${saved} pages and documents are saved on this device.${more}`
          : `${saved} of ${paths.length} pages and documents are saved. Check the connection and the free `
            + `storage of this device, then save again.${more}`;
      }

      button.addEventListener("click", async () => {
        if (button.getAttribute("aria-disabled") === "true") return;
        // A disabled button would lose the focus.
        button.setAttribute("aria-disabled", "true");
        button.textContent = "Saving…";
        bar.value = 0;
        bar.hidden = false;
        status.textContent = "Saving…";
        try {
          status.textContent = await run();
        } catch {
          status.textContent = "The server does not answer. Connect to its network, then save again.";
        } finally {
          bar.hidden = true;
          button.textContent = label;
          button.removeAttribute("aria-disabled");
        }
      });

      navigator.serviceWorker.ready.then(() => {
        button.hidden = false;
        status.textContent = "";
      });
    })();

    """#
}
