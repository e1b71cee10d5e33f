// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script of charts, which shows the values at the pointer's position.
///
/// Charts side by side with equal horizontal axes show their values together. The attributes `data-x`
/// and `data-y` of a chart are the texts of its axes, see ``ChartReading``.
enum ChartScript {
  static let text = #"""
    "use strict";
    (() => {
      const lines = new WeakMap();

      // The runs of points of a line.
      function runs(path) {
        if (!lines.has(path)) {
          const parts = path.getAttribute("d").split("M").slice(1);
          lines.set(path, parts.map(
            (run) => run.split("L").map((point) => point.split(" ").map(parseFloat))));
        }
        return lines.get(path);
      }

      // The vertical position of a line at a horizontal one; undefined in a gap.
      function height(path, x) {
        for (const run of runs(path)) {
          const next = run.findIndex((point) => point[0] >= x);
          if (next < 0 || (next === 0 && run[0][0] > x)) continue;
          const [[x1, y1], [x2, y2]] = [run[Math.max(0, next - 1)], run[next]];
          return x2 > x1 ? y1 + (y2 - y1) * (x - x1) / (x2 - x1) : y2;
        }
        return undefined;
      }

      function clock(seconds, decimals) {
        const total = Number(Math.max(0, seconds).toFixed(decimals));
        const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total % 3600 / 60)];
        const rest = (total % 60).toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
        return hours > 0
          ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
      }

      // The value at a part of an axis. The slowest paces are cut at the plot's lower edge.
      function value(axis, part) {
        const [form, first, last, decimals, unit] = axis.split("|");
        const digits = Number(decimals);
        const number = Number(first) + part * (Number(last) - Number(first));
        const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        const text = form === "clock"
          ? clock(number, digits) : number.toLocaleString("en", options).replace("-", "−");
        return `${text} ${unit}`.trim();
      }

      function reading(chart, part) {
        const plot = chart.querySelector("svg").viewBox.baseVal;
        return [...chart.querySelectorAll("path[data-name]")].flatMap((path) => {
          const y = height(path, part * plot.width);
          if (y === undefined) return [];
          const isCut = chart.dataset.y.startsWith("clock") && y > plot.height - 0.06;
          const text = value(chart.dataset.y, y / plot.height);
          return [`${path.dataset.name} ${isCut ? "> " : ""}${text}`];
        });
      }

      const box = document.createElement("p");
      const mark = document.createElement("div");
      box.className = "reading";
      mark.className = "reading-mark";
      for (const element of [box, mark]) element.setAttribute("aria-hidden", "true");

      function hide() {
        box.remove();
        mark.remove();
      }

      function show(chart, pointer) {
        const place = chart.getBoundingClientRect();
        const part = Math.min(1, Math.max(0, (pointer - place.left) / place.width));
        const group = chart.closest(".profiles") ?? chart.parentElement;
        const charts = [...group.querySelectorAll(".profile[data-y]")]
          .filter((other) => other.dataset.x === chart.dataset.x);
        const values = charts.flatMap((other) => reading(other, part));
        if (values.length === 0) return hide();
        box.textContent = [value(chart.dataset.x, part), ...values].join("\n");
        document.body.append(mark, box);
        const x = place.left + part * place.width;
        const top = charts[0].getBoundingClientRect().top;
        mark.style.left = `${x}px`;
        mark.style.top = `${top}px`;
        mark.style.height = `${charts.at(-1).getBoundingClientRect().bottom - 24 - top}px`;
        const isLeft = x + box.offsetWidth + 16 > document.documentElement.clientWidth;
        box.style.left = `${Math.max(4, isLeft ? x - box.offsetWidth - 12 : x + 12)}px`;
        box.style.top = `${Math.max(4, place.top + 14)}px`;
      }

      for (const name of ["pointermove", "pointerdown"]) {
        document.addEventListener(name, (event) => {
          const chart = event.target.closest?.(".profile[data-y]");
          if (chart) show(chart, event.clientX); else hide();
        });
      }
      document.documentElement.addEventListener("pointerleave", hide);
      addEventListener("scroll", hide, { passive: true });
    })();

    """#
}
