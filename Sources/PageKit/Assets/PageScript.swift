// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script, which updates pages when the store changes and handles keyboard shortcuts.
///
/// Pages work without it.
enum PageScript {
  static let text = #"""
    "use strict";
    (() => {
      const status = document.getElementById("live-status");
      let clearing = 0;
      // A lasting message stays until the next one.
      const say = (text, isLasting) => {
        if (!status) return;
        clearTimeout(clearing);
        if (status.textContent !== text) status.textContent = text;
        if (!isLasting) clearing = setTimeout(() => { status.textContent = ""; }, 8000);
      };

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
          say("The server does not answer.", true);
        } finally {
          isRefreshing = false;
        }
      }

      async function replace(part) {
        const response = await fetch(part.dataset.live);
        if (response.status === 404) return say("This was deleted.", true);
        if (!response.ok) return;
        const text = await response.text();
        // A fragment is one element; a whole page has an element with the same identifier.
        const page = new DOMParser().parseFromString(text, "text/html");
        const fresh = page.getElementById(part.id) ?? page.body.firstElementChild;
        if (!fresh) return;
        keepOpen(part, fresh);
        if (fresh.isEqualNode(part)) return;
        const active = part.contains(document.activeElement) ? document.activeElement : null;
        keepEntries(part, fresh);
        part.replaceWith(fresh);
        showLatestDay();
        showCurrentTab();
        const key = ["name", "href"].find((key) => active?.getAttribute(key));
        const target = active?.id
          ? document.getElementById(active.id)
          : key && fresh.querySelector(`[${key}="${CSS.escape(active.getAttribute(key))}"]`);
        target?.focus({ preventScroll: true });
        const count = fresh.dataset.count;
        say(count === undefined ? "Updated." : `Updated: ${count}.`);
      }

      // Opened details stay open.
      function keepOpen(part, fresh) {
        const title = (details) => details.querySelector("summary")?.textContent;
        for (const open of part.querySelectorAll("details[open]")) {
          const same = [...fresh.querySelectorAll("details")].find((other) => title(other) === title(open));
          if (same) same.open = true;
        }
      }

      // A user may be filling in a form of the part: entered values stay. Several forms may have fields of one name.
      function keepEntries(part, fresh) {
        for (const control of part.querySelectorAll("input:not([type=hidden]), textarea, select")) {
          const action = control.form?.getAttribute("action") ?? "";
          const same = control.id
            ? fresh.querySelector(`#${CSS.escape(control.id)}`)
            : control.name && fresh.querySelector(
              `form[action="${CSS.escape(action)}"] [name="${CSS.escape(control.name)}"]`);
          if (!same) continue;
          if (control.type === "file") {
            same.files = control.files;
          } else if (control.type === "checkbox" || control.type === "radio") {
            if (control.checked !== control.defaultChecked) same.checked = control.checked;
          } else if (control.options) {
            const first = [...control.options].findIndex((option) => option.defaultSelected);
            if (control.selectedIndex !== Math.max(first, 0)) same.value = control.value;
          } else if (control.value !== control.defaultValue) {
            same.value = control.value;
          }
        }
      }

      // A calendar that is wider than the window shows its latest activity first.
      function showLatestDay() {
        for (const box of document.querySelectorAll(".scroll")) {
          const day = [...box.querySelectorAll(".year rect[class]")].pop();
          if (!day) continue;
          const { left, width } = box.getBoundingClientRect();
          box.scrollLeft += day.getBoundingClientRect().right - left - width + 24;
        }
      }

      // Tabs that are wider than the window show the current one.
      function showCurrentTab() {
        for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
          const row = tab.closest(".tabs");
          const { left, width } = row.getBoundingClientRect();
          const place = tab.getBoundingClientRect();
          row.scrollLeft += place.left - left - (width - place.width) / 2;
        }
      }

      showLatestDay();
      showCurrentTab();

      // Browsers limit the connections to one server, often to six: only a visible page holds one.
      let source = null;

      function listen() {
        if (source || document.hidden || !document.querySelector("[data-live]")) return;
        source = new EventSource(document.body.dataset.changes);
        // Refresh on every connect: changes may have been missed before.
        source.addEventListener("open", () => {
          document.documentElement.dataset.connected = "";
          say("");
          refresh();
        });
        source.addEventListener("changed", refresh);
        source.addEventListener("error", () => {
          delete document.documentElement.dataset.connected;
          say("Waiting for the server…", true);
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

      // Keyboard shortcuts, as in many sites: a slash searches, g and a digit opens an app.
      let hasPrefix = false;
      addEventListener("keydown", (event) => {
        if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "/") {
          event.preventDefault();
          document.getElementById("find")?.focus();
        } else if (hasPrefix && /^[0-9]$/.test(event.key)) {
          const links = [document.querySelector(".brand"), ...document.querySelectorAll(".apps a")];
          links[Number(event.key)]?.click();
        } else if (event.key === "?") {
          say("Press / to search, g 0 for the start page, g 1 to g 9 for the apps.");
        }
        hasPrefix = event.key === "g";
      });
    })();

    """#
}
