// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The script that queues forms while the server does not answer, and sends each of them once.
///
/// Before a form is sent, the script requests the current form token. If the server answers, the
/// browser sends the form as without the script. Otherwise the form is stored in IndexedDB with a
/// random idempotency key, and sent with it until the server has answered.
enum OutboxScript {
  static let text =
    template
    .replacing("%TOKEN%", with: OfflinePaths.token)
    .replacing("%WORKER%", with: OfflinePaths.worker)
    .replacing("%FIELD%", with: FormToken.field)
    .replacing("%UNSAVED%", with: ServiceWorker.list(OfflinePaths.unsaved))

  private static let template = #"""
    "use strict";
    (() => {
      // A saved page is shown if the server does not answer, so a form on it need not wait long.
      const PATIENCE = document.body.dataset.saved ? 1000 : 5000;
      const RETRY = 20000;
      const UNSAVED = %UNSAVED%;

      if ("serviceWorker" in navigator && isSecureContext) {
        const isControlled = navigator.serviceWorker.controller !== null;
        navigator.serviceWorker.register("%WORKER%", { scope: "/" })
          .then(() => navigator.serviceWorker.ready)
          .then(({ active }) => isControlled || active.postMessage({ save: location.href }))
          .catch(() => {});
      }
      if (!("indexedDB" in window) || !("randomUUID" in (window.crypto ?? {}))) return;

      // The database.

      const settled = (request) => new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });

      async function access(mode, action) {
        const opening = indexedDB.open("cairn", 1);
        opening.addEventListener("upgradeneeded", () => {
          opening.result.createObjectStore("outbox", { keyPath: "key" });
        });
        const database = await settled(opening);
        try {
          const transaction = database.transaction("outbox", mode);
          const done = new Promise((resolve, reject) => {
            transaction.addEventListener("complete", resolve);
            transaction.addEventListener("abort", () => reject(transaction.error));
          });
          const result = await settled(action(transaction.objectStore("outbox")));
          await done;
          return result;
        } finally {
          database.close();
        }
      }

      const put = (entry) => access("readwrite", (outbox) => outbox.put(entry));
      const remove = (key) => access("readwrite", (outbox) => outbox.delete(key));
      const entries = async () =>
        (await access("readonly", (outbox) => outbox.getAll())).sort((a, b) => a.date - b.date);

      // The server.

      // AbortSignal.timeout() is missing in browsers before 2022.
      const limit = (milliseconds) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), milliseconds);
        return controller.signal;
      };

      // The current token; null if the server does not answer or the device is not paired.
      async function currentToken() {
        try {
          const response = await fetch(
            "%TOKEN%", { credentials: "same-origin", cache: "no-store", signal: limit(PATIENCE) });
          if (response.ok) return (await response.json()).token;
          // Any other failure is one of the server, or of a proxy before it.
          if (response.status !== 403 || response.headers.get("Cairn-Device") === "unpaired") return null;
        } catch {
          return null;
        }
        // The server refuses browsers that send no Sec-Fetch-Site; their pages have the token in each form.
        return document.querySelector('input[name="%FIELD%"]')?.value || null;
      }

      // Sends an entry; returns "sent", "wait", or the reason that the user must decide.
      async function send(entry, token) {
        const body = new URLSearchParams(
          entry.fields.map(([name, value]) => [name, name === "%FIELD%" ? token : value]));
        let response;
        try {
          response = await fetch(entry.action, {
            method: "POST", body, credentials: "same-origin", cache: "no-store", redirect: "manual",
            headers: { "Idempotency-Key": entry.key }, signal: limit(60000),
          });
        } catch {
          return "wait";
        }
        if (response.type === "opaqueredirect" || response.ok) return "sent";
        if (response.status === 429 || response.status === 503) return "wait";
        if (response.headers.get("Cairn-Device") === "unpaired") return "wait";
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        return page.querySelector("h1")?.textContent ?? `The server answered ${response.status}.`;
      }

      // One tab at a time sends; the idempotency key protects against all other repetitions.
      async function flush() {
        const replay = async () => {
          const waiting = (await entries()).filter((entry) => !entry.problem);
          if (waiting.length === 0) return;
          for (const entry of waiting) {
            const token = await currentToken();
            if (!token) break;
            const result = await send(entry, token);
            if (result === "wait") break;
            if (result === "sent") await remove(entry.key);
            else await put({ ...entry, problem: result });
          }
        };
        if (navigator.locks) {
          await navigator.locks.request("cairn-outbox", { ifAvailable: true }, (lock) => lock && replay());
        } else {
          await replay();
        }
        await show();
      }

      // Forms.

      const canWait = (form) => {
        const { pathname: path, origin } = new URL(form.getAttribute("action") ?? "", location.href);
        return form.method === "post" && form.enctype === "application/x-www-form-urlencoded"
          && origin === location.origin && !("online" in form.dataset)
          && !form.querySelector("input[type=password], input[type=file]")
          && !UNSAVED.some((root) => path === root || path.startsWith(`${root}/`));
      };

      document.addEventListener("submit", (event) => {
        const form = event.target;
        const submitter = event.submitter;
        if (event.defaultPrevented || submitter?.hasAttribute("formaction") || !canWait(form)) return;
        event.preventDefault();
        if (form.getAttribute("aria-busy") === "true") return;
        form.setAttribute("aria-busy", "true");
        submit(form, submitter).finally(() => form.removeAttribute("aria-busy"));
      });

      // An event at a form that waits, with its fields, so that the page can show the change.
      function announce(entry) {
        const path = new URL(entry.action).pathname;
        document.querySelector(`form[action="${CSS.escape(path)}"]`)
          ?.dispatchEvent(new CustomEvent("queued", { bubbles: true, detail: entry.fields }));
      }

      document.addEventListener("DOMContentLoaded", async () => {
        for (const entry of await entries()) if (!entry.problem) announce(entry);
      });

      async function submit(form, submitter) {
        const fields = [...new FormData(form)];
        if (submitter?.name) fields.push([submitter.name, submitter.value]);
        const token = await currentToken();
        if (!token) {
          const label = submitter?.getAttribute("aria-label") ?? submitter?.textContent.trim();
          const entry = {
            // A button may have the name "action", and would hide the property of the form.
            key: crypto.randomUUID(), action: new URL(form.getAttribute("action") ?? "", location.href).href,
            title: [label, document.title].filter(Boolean).join(" · "), date: Date.now(), fields,
          };
          try {
            await put(entry);
            announce(entry);
            return await show("The form is saved on this device. It is sent when the server answers.");
          } catch {
            // Without storage, the browser sends the form and reports the failure.
          }
        }
        const field = form.elements.namedItem("%FIELD%");
        if (token && field) field.value = token;
        if (submitter?.name) {
          const copy = Object.assign(document.createElement("input"), {
            type: "hidden", name: submitter.name, value: submitter.value,
          });
          form.append(copy);
        }
        HTMLFormElement.prototype.submit.call(form);
      }

      // The list of waiting forms, above the page.

      const element = (name, properties = {}, ...children) => {
        const node = Object.assign(document.createElement(name), properties);
        node.append(...children);
        return node;
      };

      async function show(message) {
        const waiting = await entries();
        document.getElementById("outbox")?.remove();
        if (waiting.length === 0) return;
        const count = waiting.length === 1 ? "1 form waits" : `${waiting.length} forms wait`;
        const list = element("ul", { className: "results" }, ...waiting.map(row));
        const retry = element("button", { className: "button", type: "button" }, "Send now");
        retry.addEventListener("click", () => flush().catch(() => {}));
        const section = element("section", { id: "outbox", className: "card glass" },
          element("h2", {}, `${count} for the server`),
          element("p", {}, message ?? "They are sent when the server answers."), list,
          element("p", { className: "actions" }, retry));
        section.setAttribute("role", "status");
        document.getElementById("main").prepend(section);
      }

      function row(entry) {
        const discard = element("button", { className: "button quiet", type: "button" }, "Discard");
        discard.addEventListener("click", async () => {
          await remove(entry.key);
          await show();
        });
        const item = element("li", {}, element("strong", {}, entry.title), " ",
          element("span", { className: "where" }, new Date(entry.date).toLocaleString()));
        if (entry.problem) {
          // A new attempt is a new form: the server has answered the old key.
          const again = element("button", { className: "button", type: "button" }, "Send again");
          again.addEventListener("click", async () => {
            await remove(entry.key);
            await put({ ...entry, key: crypto.randomUUID(), problem: undefined });
            await flush();
          });
          item.append(element("p", { className: "note bad" }, entry.problem),
            element("p", { className: "actions" }, again, discard));
        } else {
          item.append(element("p", { className: "actions" }, discard));
        }
        return item;
      }

      // Saved pages.

      const savedAt = document.body.dataset.saved;
      if (savedAt) {
        document.getElementById("main").prepend(element("p", { className: "note", id: "saved-copy" },
          `The server does not answer. This is a copy of ${new Date(savedAt).toLocaleString()}.`));
      }

      async function listSavedPages(box) {
        const links = [];
        for (const name of ["pages-1", "pinned-1"]) {
          const cache = await caches.open(name);
          const keys = await cache.keys();
          // The latest page first, but pinned ones in the order of their list.
          for (const key of name === "pages-1" ? keys.reverse() : keys) {
            const response = await cache.match(key);
            // Pinned documents are linked on pinned pages.
            if (!(response.headers.get("Content-Type") ?? "").startsWith("text/html")) continue;
            const head = (await response.text()).split("</head>", 1)[0];
            const title = new DOMParser().parseFromString(head, "text/html").title;
            links.push(element("li", {}, element("a", { href: new URL(key.url).pathname + new URL(key.url).search }, title)));
          }
        }
        box.querySelector("ul").replaceChildren(...links);
        box.hidden = links.length === 0;
      }

      const box = document.getElementById("saved-pages");
      if (box && "caches" in window) listSavedPages(box).catch(() => {});

      const attempt = () => flush().catch(() => {});
      addEventListener("online", attempt);
      addEventListener("pageshow", attempt);
      setInterval(() => document.hidden || attempt(), RETRY);
    })();

    """#
}
