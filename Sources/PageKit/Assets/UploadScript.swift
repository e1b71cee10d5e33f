// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script of upload forms: it sends each file by itself, and shows its progress and its result.
///
/// A form with the attribute `data-upload` has a file input, and the template ``progressTemplate``
/// follows it. The form's route answers a request for JSON with an ``UploadReport``. Without
/// JavaScript, the browser sends the form with all files. It does so, too, if the user presses a button with
/// the attribute `data-whole`, such as one for a preview of all files together.
package enum UploadScript {
  /// The name of a field that only requests with a file before the last one of a batch have.
  ///
  /// A route can defer work to the last request that needs all files.
  package static let followedField = "more"

  /// The path of the script.
  package static let path = Paths.asset(asset)

  static let asset = Asset(
    name: "upload.js", mediaType: "text/javascript; charset=utf-8", text: text)

  /// The name of the template for progress and results.
  package static let progressName = "upload-progress"

  /// The elements for progress and results; a form undoes the whole batch.
  ///
  /// Its values are `undo`, the path that deletes the objects in the field `ids`, and `token`. Without `undo`, a
  /// batch can't be undone.
  static let progressTemplate = #"""
    <div class="uploads" data-upload-progress>
    <p class="upload-status" role="status"></p>
    <ul class="results"></ul>
    {{#undo}}<form method="post" action="{{undo}}" hidden><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="ids" value=""><button class="button danger">Undo this import</button></form>{{/undo}}
    </div>
    """#

  private static let text = #"""
    "use strict";
    (() => {
      const states = { imported: "Imported", unchanged: "Already imported", failed: "Not imported" };

      const element = (name, properties = {}, ...children) => {
        const node = Object.assign(document.createElement(name), properties);
        node.append(...children);
        return node;
      };

      // The reason in an error page.
      function problem(text) {
        const page = new DOMParser().parseFromString(text, "text/html");
        const parts = [...page.querySelectorAll("main h1, main .message p:not(.code, :has(a))")];
        return parts.map((part) => part.textContent.trim().replace(/\.?$/, ".")).join(" ")
          || "The server rejected the file.";
      }

      // Sends one file; the answer has results for files, or a problem of the whole form.
      function send(form, input, file, isLast, report) {
        return new Promise((resolve) => {
          const request = new XMLHttpRequest();
          // A button may have the name "action", and would hide the property of the form.
          request.open("POST", form.getAttribute("action"));
          request.setRequestHeader("Accept", "application/json");
          request.upload.addEventListener("progress", ({ loaded, total }) => report(loaded / total));
          request.addEventListener("error", () => resolve({ problem: "The server does not answer." }));
          request.addEventListener("load", () => {
            const type = request.getResponseHeader("Content-Type") ?? "";
            if (type.startsWith("application/json")) return resolve(JSON.parse(request.responseText));
            const reason = problem(request.responseText);
            // A file that is too large does not prevent the others.
            if (request.status !== 413) return resolve({ problem: reason });
            resolve({ files: [{ name: file.name, state: "failed", detail: reason }] });
          });
          const body = new FormData();
          for (const [name, value] of new FormData(form)) {
            if (typeof value === "string") body.append(name, value);
          }
          if (!isLast) body.append("\#(followedField)", "1");
          body.append(input.name, file);
          request.send(body);
        });
      }

      function show(item, result) {
        item.dataset.state = result.state;
        const title = result.link
          ? element("a", { href: result.link }, result.title) : element("strong", {}, result.name);
        const file = result.link ? [" ", element("span", { className: "where" }, result.name)] : [];
        const notes = (result.notes ?? []).map((text) => element("p", { className: "note" }, text));
        const detail = result.detail ? `${states[result.state]}: ${result.detail}` : states[result.state];
        item.replaceChildren(title, ...file, element("p", { className: "state" }, detail), ...notes);
      }

      function prepare(form) {
        const input = form.querySelector("input[type=file]");
        const button = form.querySelector("button");
        const label = button.textContent;
        const area = form.parentElement.querySelector("[data-upload-progress]");
        const status = area.querySelector("[role=status]");
        const list = area.querySelector("ul");
        const undo = area.querySelector("form");
        let isBusy = false;

        function setBusy(value) {
          isBusy = value;
          // A disabled button would lose the focus.
          button.setAttribute("aria-disabled", String(value));
          button.textContent = value ? "Importing…" : label;
          form.setAttribute("aria-busy", String(value));
        }

        async function run(files) {
          if (undo) undo.hidden = true;
          const rows = files.map((file) => {
            const bar = element("progress", { max: 1, value: 0 });
            bar.setAttribute("aria-label", `Upload of ${file.name}`);
            const row = element("li", {}, element("strong", {}, file.name), bar,
              element("p", { className: "state" }, "Waiting"));
            row.dataset.state = "waiting";
            return { file, row, bar };
          });
          list.replaceChildren(...rows.map(({ row }) => row));
          const counts = { imported: 0, unchanged: 0, failed: 0 };
          const ids = [];
          let stop = "";
          for (const [index, { file, row, bar }] of rows.entries()) {
            if (stop) {
              row.dataset.state = "failed";
              bar.remove();
              row.querySelector(".state").textContent = "Not sent";
              continue;
            }
            status.textContent = `Importing ${index + 1} of ${rows.length}: ${file.name}`;
            const state = row.querySelector(".state");
            state.textContent = "Sending";
            const isLast = index === rows.length - 1;
            const answer = await send(form, input, file, isLast, (part) => {
              if (part < 1) { bar.value = part; return; }
              bar.removeAttribute("value");
              state.textContent = "Importing";
            });
            if (answer.problem) {
              stop = answer.problem;
              row.dataset.state = "failed";
              bar.remove();
              state.textContent = "Not imported";
              continue;
            }
            // A file may have several results, such as an archive.
            let last = null;
            for (const result of answer.files) {
              counts[result.state] += 1;
              if (result.state === "imported" && result.id) ids.push(result.id);
              const item = last ? element("li") : row;
              last?.after(item);
              last = item;
              show(item, result);
            }
          }
          const parts = Object.entries(counts).filter(([, count]) => count > 0)
            .map(([state, count]) => `${count} ${states[state].toLowerCase()}`);
          status.textContent = [parts.join(", "), stop].filter(Boolean).join(". ");
          status.classList.toggle("bad", stop !== "");
          if (!undo) return;
          undo.elements.ids.value = ids.join(" ");
          undo.hidden = ids.length === 0;
        }

        form.addEventListener("submit", (event) => {
          // The browser sends the whole form, and shows the answer.
          if (!isBusy && event.submitter?.hasAttribute("data-whole")) return;
          event.preventDefault();
          if (isBusy) return;
          setBusy(true);
          run([...input.files]).finally(() => {
            setBusy(false);
            input.value = "";
          });
        });
        addEventListener("beforeunload", (event) => { if (isBusy) event.preventDefault(); });

        // Files may be dropped anywhere on the page.
        const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
        addEventListener("dragover", (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          form.classList.add("over");
        });
        addEventListener("dragleave", (event) => {
          if (!event.relatedTarget) form.classList.remove("over");
        });
        addEventListener("drop", (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          form.classList.remove("over");
          if (isBusy || event.dataTransfer.files.length === 0) return;
          input.files = event.dataTransfer.files;
          form.scrollIntoView({ block: "nearest" });
          button.focus({ preventScroll: true });
        });
      }

      for (const form of document.querySelectorAll("form[data-upload]")) prepare(form);
    })();

    """#
}
