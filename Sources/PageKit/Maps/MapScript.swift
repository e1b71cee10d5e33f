// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script of pages with maps, which draws tracks with Leaflet.
///
/// Each map is in the shadow tree of its element. The element itself never changes, so a live update
/// replaces it only if the track or the settings have changed.
enum MapScript {
  /// The script as an asset.
  static let script = Asset(
    name: "map.js", mediaType: "text/javascript; charset=utf-8",
    text: [tools, position, slider, steps, view, page].joined())

  /// The tile layer.
  private static let tools = #"""
    "use strict";
    (() => {
      if (!("L" in window)) return;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

      const Tiles = L.GridLayer.extend({
        createTile(coords, done) {
          const tile = document.createElement("img");
          tile.alt = "";
          // Some tile servers require a referrer: they get the origin, and never the path.
          tile.referrerPolicy = "origin";
          tile.addEventListener("load", () => done(null, tile));
          tile.addEventListener("error", () => done(new Error("no tile"), tile));
          tile.src = L.Util.template(this.options.template, coords);
          return tile;
        },
      });

      function escaped(text) {
        const element = document.createElement("span");
        element.textContent = text;
        return element.innerHTML;
      }

      function tileLayer({ tiles, attribution, minZoom, maxZoom, bounds }) {
        const options = {
          template: tiles, attribution: escaped(attribution),
          minNativeZoom: Number(minZoom), maxNativeZoom: Number(maxZoom),
        };
        if (bounds) {
          const [west, south, east, north] = bounds.split(",").map(Number);
          options.bounds = [[south, west], [north, east]];
        }
        return new Tiles(options);
      }

    """#

  /// The function that finds a position along a track.
  static let position = #"""
      // The position at a distance from the start, between the points around it.
      function position(segments, metres) {
        for (const segment of segments) {
          if (metres > segment.at(-1)[2]) continue;
          let low = 0;
          let high = segment.length - 1;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (segment[middle][2] < metres) low = middle + 1; else high = middle;
          }
          const next = segment[low];
          const last = segment[Math.max(0, low - 1)];
          const span = next[2] - last[2];
          const part = span > 0 ? Math.max(0, (metres - last[2]) / span) : 1;
          return [last[0] + part * (next[0] - last[0]), last[1] + part * (next[1] - last[1])];
        }
        return segments.at(-1).at(-1).slice(0, 2);
      }

    """#

  /// The range input that selects a position.
  static let slider = #"""
      // A range input that selects a part of the track, from 0 to 1, and reads as a distance.
      class PositionInput {
        constructor(unit, select) {
          this.unit = unit;
          this.element = document.createElement("label");
          this.element.className = "position";
          this.input = document.createElement("input");
          this.input.type = "range";
          this.input.max = "1000";
          this.output = document.createElement("output");
          this.element.append("Position", this.input, this.output);
          this.show(0, 0);
          this.input.addEventListener("input", () => select(Number(this.input.value) / 1000));
        }

        show(metres, part) {
          const text = `${(metres / this.unit.metres).toFixed(2)} ${this.unit.name}`;
          this.input.value = String(Math.round(part * 1000));
          this.output.textContent = text;
          this.input.setAttribute("aria-valuetext", text);
        }
      }

    """#

  /// The steps of distance marks.
  private static let steps = #"""
      // The smallest of 1, 2 and 5 times a power of ten that is at least a number, but at least 1.
      function roundStep(number) {
        for (let power = 1; ; power *= 10) {
          for (const factor of [1, 2, 5]) if (factor * power >= number) return factor * power;
        }
      }

    """#

  /// The map of one element.
  private static let view = #"""
      class MapView {
        constructor(host, root, segments) {
          const { unit, unitMetres } = host.dataset;
          this.segments = segments;
          this.length = segments.at(-1).at(-1)[2];
          this.unit = { name: unit, metres: Number(unitMetres) };
          const box = document.createElement("div");
          box.className = "map-box";
          box.setAttribute("role", "region");
          box.setAttribute(
            "aria-label", "Map of the track. Arrow keys move the map, plus and minus zoom.");
          root.querySelector("slot").replaceWith(box);
          this.map = L.map(box, {
            maxZoom: Math.max(18, Number(host.dataset.maxZoom)), scrollWheelZoom: false,
            zoomAnimation: !isStill, fadeAnimation: !isStill, markerZoomAnimation: !isStill,
            inertia: !isStill,
          });
          this.map.attributionControl.setPrefix(false);
          this.draw(host);
          if (this.length > 0) {
            this.input = new PositionInput(this.unit, (part) => this.show(this.length * part));
            root.append(this.input.element);
          }
          // The page scrolls with the wheel until the map has the focus.
          this.map.on("focus", () => this.map.scrollWheelZoom.enable());
          this.map.on("blur", () => this.map.scrollWheelZoom.disable());
          this.sizes = new ResizeObserver(() => this.map.invalidateSize({ animate: false }));
          this.sizes.observe(box);
        }

        draw(host) {
          const lines = this.segments.map((segment) => segment.map(([lat, lon]) => [lat, lon]));
          const edge = L.polyline(lines, { className: "edge", interactive: false });
          const line = L.polyline(lines, { className: "line", interactive: false });
          this.map.fitBounds(line.getBounds(), { padding: [28, 28], maxZoom: 16, animate: false });
          tileLayer(host.dataset).addTo(this.map);
          edge.addTo(this.map);
          line.addTo(this.map);
          L.control.scale({
            metric: this.unit.name === "km", imperial: this.unit.name === "mi",
          }).addTo(this.map);
          this.marks = L.layerGroup().addTo(this.map);
          L.circleMarker(lines.at(-1).at(-1), { className: "end", radius: 8 })
            .bindTooltip("End").addTo(this.map);
          L.circleMarker(lines[0][0], { className: "start", radius: 6 })
            .bindTooltip("Start").addTo(this.map);
          this.map.on("moveend", () => this.drawMarks());
          this.drawMarks();
        }

        // Marks at each kilometre or mile, or fewer where they would overlap.
        drawMarks() {
          this.marks.clearLayers();
          const { lat } = this.map.getCenter();
          const earth = 40075016.686 * Math.cos(lat * Math.PI / 180);
          const pixel = earth / 2 ** (this.map.getZoom() + 8);
          const step = roundStep(34 * pixel / this.unit.metres);
          const area = this.map.getBounds().pad(0.2);
          for (let mark = step; mark * this.unit.metres < this.length; mark += step) {
            const place = L.latLng(position(this.segments, mark * this.unit.metres));
            if (!area.contains(place)) continue;
            const icon = L.divIcon({ className: "mark", html: String(mark), iconSize: [28, 18] });
            L.marker(place, { icon, interactive: false, keyboard: false }).addTo(this.marks);
          }
        }

        // Shows the position at a distance on the map and in the profiles.
        show(metres) {
          if (!this.input) return;
          const place = position(this.segments, metres);
          if (this.dot) this.dot.setLatLng(place);
          else {
            this.dot = L.circleMarker(place, { className: "dot", radius: 7, interactive: false })
              .addTo(this.map);
          }
          if (!this.map.getBounds().contains(place)) this.map.panTo(place, { animate: !isStill });
          const part = Math.min(1, Math.max(0, metres / this.length));
          this.input.show(metres, part);
          const page = document.documentElement;
          page.style.setProperty("--track-part", String(part));
          page.dataset.trackPart = "";
        }

        remove() {
          this.sizes.disconnect();
          this.map.remove();
          delete document.documentElement.dataset.trackPart;
        }
      }

    """#

  /// The maps of the page, and the profiles beside them.
  private static let page = #"""
      const views = new Map();

      function stylesheet(path) {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = path;
        const loaded = new Promise((resolve, reject) => {
          link.addEventListener("load", resolve);
          link.addEventListener("error", reject);
        });
        return { link, loaded };
      }

      // For scripts that draw on a map of their own.
      window.cairnMap = { stylesheet, tileLayer };

      // Until the map is complete, and if it can't be drawn, the slot shows the plain picture.
      async function start(host) {
        views.set(host, null);
        const root = host.attachShadow({ mode: "open" });
        const sheets = ["/assets/leaflet/leaflet.css", "/assets/map.css"].map(stylesheet);
        root.append(...sheets.map((sheet) => sheet.link), document.createElement("slot"));
        try {
          const [response] = await Promise.all(
            [fetch(host.dataset.track), ...sheets.map((sheet) => sheet.loaded)]);
          if (!response.ok) return;
          const { segments } = await response.json();
          if (host.isConnected && segments.length > 0) {
            views.set(host, new MapView(host, root, segments));
          }
        } catch (error) {
          console.error("The map can't be drawn.", error);
        }
      }

      function update() {
        for (const [host, view] of views) {
          if (host.isConnected) continue;
          view?.remove();
          views.delete(host);
        }
        for (const host of document.querySelectorAll(".map-view")) {
          if (!views.has(host)) start(host);
        }
      }

      // The pointer over a profile selects the position at its distance.
      document.addEventListener("pointermove", (event) => {
        const profile = event.target.closest?.(".profile[data-end]");
        const view = [...views.values()].find((view) => view);
        if (!profile || !view) return;
        const { left, width } = profile.getBoundingClientRect();
        const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
        const [first, last] = [Number(profile.dataset.start), Number(profile.dataset.end)];
        view.show(first + part * (last - first));
      });

      new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
      update();
    })();

    """#
}
