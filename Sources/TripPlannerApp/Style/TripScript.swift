// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The script of the trips' pages: it moves entries of a day by mouse and keys, and shows ticks that wait.
///
/// Pages work without it: entries have buttons that move them.
enum TripScript {
  static let asset = Asset(
    name: "tripplanner.js", mediaType: "text/javascript; charset=utf-8", text: text)

  /// The path of the script.
  static let path = Paths.asset(asset)

  private static let text = #"""
    "use strict";
    (() => {
      // Sends the form that moves an entry, with another field.
      function move(stop, name, value) {
        const form = stop.querySelector("form.tools");
        const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
        form.append(field);
        form.submit();
      }

      addEventListener("keydown", (event) => {
        if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
        const stop = event.target.closest?.(".stop[data-move]");
        if (!stop) return;
        event.preventDefault();
        move(stop, "by", event.key === "ArrowUp" ? "-1" : "1");
      });

      let dragged = null;
      const target = (event) => event.target.closest?.(".stop[data-move]");
      const clear = () => {
        for (const stop of document.querySelectorAll(".drop-before")) stop.classList.remove("drop-before");
      };
      // A live update replaces the entries, so they are prepared when the pointer reaches them.
      addEventListener("pointerover", (event) => {
        const stop = target(event);
        if (stop) stop.draggable = true;
      });
      addEventListener("dragstart", (event) => {
        dragged = target(event);
        if (!dragged) return;
        dragged.classList.add("dragging");
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", dragged.id);
      });
      addEventListener("dragover", (event) => {
        const stop = dragged && target(event);
        if (!stop || stop === dragged) return;
        event.preventDefault();
        clear();
        stop.classList.add("drop-before");
      });
      addEventListener("drop", (event) => {
        const stop = dragged && target(event);
        clear();
        if (!stop || stop === dragged) return;
        event.preventDefault();
        move(dragged, "before", stop.id.replace("item-", ""));
      });
      addEventListener("dragend", () => {
        clear();
        dragged?.classList.remove("dragging");
        dragged = null;
      });

      // A tick that waits for the server is shown, and the next one reverts it.
      addEventListener("queued", ({ target, detail }) => {
        const tick = target.querySelector(".tick");
        const state = detail.find(([name]) => name === "packed")?.[1];
        if (!tick || state === undefined) return;
        const isPacked = state === "1";
        tick.setAttribute("aria-pressed", String(isPacked));
        tick.closest("li").classList.toggle("packed", isPacked);
        target.elements.namedItem("packed").value = isPacked ? "0" : "1";
      });
    })();

    """#
}
