// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script, which updates pages when the store changes and accepts dropped files.
///
/// Pages work without it.
enum PageScript {
  static let text = #"""
    "use strict";
    (() => {
      const status = document.getElementById("live-status");
      const say = (text) => { if (status && status.textContent !== text) status.textContent = text; };

      let isRefreshing = false;
      let isOutdated = false;

      async function refresh() {
        isOutdated = true;
        if (isRefreshing) return;
        isRefreshing = true;
        try {
          while (isOutdated) {
            isOutdated = false;
            for (const part of document.querySelectorAll("[data-live]")) await replace(part);
          }
        } catch {
          say("The server does not answer.");
        } finally {
          isRefreshing = false;
        }
      }

      async function replace(part) {
        const response = await fetch(part.dataset.live);
        if (response.status === 404) return say("This ruck was deleted.");
        if (!response.ok) return;
        const text = await response.text();
        const fresh = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
        if (!fresh || fresh.isEqualNode(part)) return;
        const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
        part.replaceWith(fresh);
        if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
        const count = fresh.dataset.count;
        say(count === undefined ? "Updated." : `Updated: ${count} ${count === "1" ? "ruck" : "rucks"}.`);
      }

      // Browsers limit the connections to one server, often to six: only a visible page holds one.
      let source = null;

      function listen() {
        if (source || document.hidden || !document.querySelector("[data-live]")) return;
        source = new EventSource(document.body.dataset.changes);
        // Refresh on every connect: changes may have been missed before.
        source.addEventListener("open", () => {
          document.documentElement.dataset.connected = "";
          refresh();
        });
        source.addEventListener("changed", refresh);
        source.addEventListener("error", () => {
          delete document.documentElement.dataset.connected;
          say("Waiting for the server…");
        });
      }

      function stopListening() {
        source?.close();
        source = null;
        delete document.documentElement.dataset.connected;
      }

      document.addEventListener("visibilitychange", () => document.hidden ? stopListening() : listen());
      addEventListener("pagehide", stopListening);
      addEventListener("pageshow", listen);

      for (const form of document.querySelectorAll("form[data-upload]")) {
        const button = form.querySelector("button");
        const label = button.textContent;
        const input = form.querySelector("input[type=file]");
        form.addEventListener("submit", () => {
          button.disabled = true;
          button.textContent = "Importing…";
          form.setAttribute("aria-busy", "true");
        });
        addEventListener("pageshow", () => {
          button.disabled = false;
          button.textContent = label;
          form.removeAttribute("aria-busy");
        });
        for (const kind of ["dragenter", "dragover"]) {
          form.addEventListener(kind, (event) => {
            event.preventDefault();
            form.classList.add("over");
          });
        }
        for (const kind of ["dragleave", "drop"]) {
          form.addEventListener(kind, () => form.classList.remove("over"));
        }
        form.addEventListener("drop", (event) => {
          event.preventDefault();
          if (event.dataTransfer.files.length > 0) input.files = event.dataTransfer.files;
        });
      }
    })();

    """#
}
