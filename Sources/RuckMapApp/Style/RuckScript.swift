// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import PageKit

/// The script that draws the line of a route on a map, beside the text field with its positions.
///
/// The form works without it. A click adds a position; arrow keys move a cross or the map, and Enter
/// adds the position of the cross. With tiles, Leaflet draws the map; otherwise a plane shows the
/// entered positions without a background.
enum RuckScript {
  /// The elements that load the scripts, for the present maps and the user's units.
  static func html(_ maps: PageMaps, _ unitSystem: UnitSystem) -> String {
    let attributes = maps.attributes(unitSystem: unitSystem)
    let path = Paths.asset(asset)
    return maps.scripts + #"<script src="\#(path)"\#(attributes) defer></script>"#
  }

  static let asset = Asset(
    name: "ruckmap.js", mediaType: "text/javascript; charset=utf-8",
    text: [plane, map, page].joined(separator: "\n"))

  private static let plane = #"""
    "use strict";
    (() => {
      const field = document.getElementById("route-line");
      if (!field) return;
      const options = document.currentScript?.dataset ?? {};
      const unit = { name: options.unit ?? "km", metres: Number(options.unitMetres ?? 1000) };
      const namespace = "http://www.w3.org/2000/svg";
      const size = { width: 720, height: 420 };
      const lengthField = document.getElementById("route-distance");

      // The positions of the text field; lines that can't be read are left out.
      function points() {
        return field.value.split("\n").map((line) => line.trim().split(/[,;\s]+/).map(Number))
          .filter((parts) => parts.length >= 2 && parts.slice(0, 2).every(Number.isFinite))
          .filter(([lat, lon]) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
      }

      function store(list) {
        field.value = list.map((parts) =>
          parts.map((part, index) => part.toFixed(index < 2 ? 6 : 1)).join(", ")).join("\n");
        if (lengthField) lengthField.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }

      function element(name, attributes) {
        const node = document.createElementNS(namespace, name);
        for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
        return node;
      }

      class Plane {
        constructor() {
          this.view = { lat: 46.95, lon: 7.44, span: 0.05 };
          this.cross = { x: size.width / 2, y: size.height / 2 };
          this.svg = element("svg", {
            class: "draw", viewBox: `0 0 ${size.width} ${size.height}`, tabindex: "0",
            role: "application",
            "aria-label": "Map to draw the line. Arrow keys move the cross, Enter adds a position, "
              + "Backspace removes the last one, plus and minus zoom.",
          });
          this.fit();
          this.element = this.svg;
          this.svg.addEventListener("click", (event) => this.add(this.place(event)));
          this.svg.addEventListener("keydown", (event) => this.press(event));
        }

        // Shows all positions, with a margin.
        fit() {
          const list = points();
          if (list.length === 0) return;
          const [lats, lons] = [list.map(([lat]) => lat), list.map(([, lon]) => lon)];
          const [low, high] = [Math.min(...lats), Math.max(...lats)];
          const [west, east] = [Math.min(...lons), Math.max(...lons)];
          const wide = (east - west) * Math.cos((low + high) / 2 * Math.PI / 180);
          this.view = {
            lat: (low + high) / 2, lon: (west + east) / 2,
            span: Math.max(0.004, (high - low) * 1.4, wide * 1.4 * size.height / size.width),
          };
        }

        toPlane([lat, lon]) {
          const scale = size.height / this.view.span;
          const narrow = Math.cos(this.view.lat * Math.PI / 180);
          return [
            size.width / 2 + (lon - this.view.lon) * scale * narrow,
            size.height / 2 - (lat - this.view.lat) * scale,
          ];
        }

        toDegrees({ x, y }) {
          const scale = size.height / this.view.span;
          const narrow = Math.cos(this.view.lat * Math.PI / 180);
          return [
            this.view.lat - (y - size.height / 2) / scale,
            this.view.lon + (x - size.width / 2) / scale / narrow,
          ];
        }

        place(event) {
          const box = this.svg.getBoundingClientRect();
          const scale = Math.max(size.width / box.width, size.height / box.height);
          return {
            x: (event.clientX - box.left - box.width / 2) * scale + size.width / 2,
            y: (event.clientY - box.top - box.height / 2) * scale + size.height / 2,
          };
        }

        add(place) { store([...points(), this.toDegrees(place)]); }

        press(event) {
          const steps = { ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] };
          const step = steps[event.key];
          if (step) {
            this.cross.x = Math.min(size.width, Math.max(0, this.cross.x + step[0]));
            this.cross.y = Math.min(size.height, Math.max(0, this.cross.y + step[1]));
          } else if (event.key === "Enter") this.add(this.cross);
          else if (event.key === "Backspace") store(points().slice(0, -1));
          else if (event.key === "+") this.view.span /= 1.5;
          else if (event.key === "-") this.view.span *= 1.5;
          else return;
          event.preventDefault();
          this.draw();
        }

        draw() {
          const list = points();
          const plane = list.map((point) => this.toPlane(point));
          const { x, y } = this.cross;
          const parts = [];
          for (let line = 1; line < 6; line += 1) {
            parts.push(element("path", {
              class: "track-grid",
              d: `M${line * size.width / 6} 0V${size.height}M0 ${line * size.height / 6}H${size.width}`,
            }));
          }
          if (plane.length > 1) {
            parts.push(element("path", {
              class: "route-line", d: "M" + plane.map((pair) => pair.join(" ")).join("L"),
            }));
          }
          for (const [cx, cy] of plane.slice(0, 500)) {
            parts.push(element("circle", { class: "route-dot", cx, cy, r: 6 }));
          }
          parts.push(element("path", {
            class: "track-scale", d: `M${x - 9} ${y}H${x + 9}M${x} ${y - 9}V${y + 9}`,
          }));
          this.svg.replaceChildren(...parts);
        }
      }
    """#

  private static let map = #"""
      // A map with tiles; its cross is the center.
      class DrawingMap {
        constructor(root) {
          const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
          const box = document.createElement("div");
          box.className = "map-box";
          box.setAttribute("role", "application");
          box.setAttribute(
            "aria-label", "Map to draw the line. Arrow keys move the map, Enter adds the position at "
              + "its center, Backspace removes the last one, plus and minus zoom.");
          root.querySelector("slot").replaceWith(box);
          this.map = L.map(box, {
            maxZoom: Math.max(18, Number(options.maxZoom)), scrollWheelZoom: false,
            doubleClickZoom: false, zoomAnimation: !still, fadeAnimation: !still,
            markerZoomAnimation: !still, inertia: !still,
          });
          this.map.attributionControl.setPrefix(false);
          this.fit();
          cairnMap.tileLayer(options).addTo(this.map);
          L.control.scale({ metric: unit.name === "km", imperial: unit.name === "mi" }).addTo(this.map);
          this.parts = L.layerGroup().addTo(this.map);
          const cross = document.createElement("div");
          cross.className = "cross";
          box.append(cross);
          this.map.on("click", ({ latlng }) => this.add(latlng));
          this.map.on("focus", () => this.map.scrollWheelZoom.enable());
          this.map.on("blur", () => this.map.scrollWheelZoom.disable());
          box.addEventListener("keydown", (event) => {
            if (event.target !== box) return;
            if (event.key === "Enter") this.add(this.map.getCenter());
            else if (event.key === "Backspace") store(points().slice(0, -1));
            else return;
            event.preventDefault();
          });
          new ResizeObserver(() => this.map.invalidateSize({ animate: false })).observe(box);
        }

        add(place) {
          const { lat, lng } = place.wrap();
          store([...points(), [lat, lng]]);
        }

        fit() {
          const list = points().map(([lat, lon]) => [lat, lon]);
          if (list.length > 0) {
            this.map.fitBounds(L.latLngBounds(list), { padding: [28, 28], maxZoom: 16, animate: false });
          } else if (options.bounds) {
            const [west, south, east, north] = options.bounds.split(",").map(Number);
            this.map.fitBounds([[south, west], [north, east]], { animate: false });
          } else this.map.setView([46.95, 7.44], 12, { animate: false });
        }

        draw() {
          const list = points().map(([lat, lon]) => [lat, lon]);
          this.parts.clearLayers();
          for (const className of ["edge", "line"]) {
            L.polyline(list, { className, interactive: false }).addTo(this.parts);
          }
          for (const place of list.slice(0, 500)) {
            L.circleMarker(place, { className: "place", radius: 6, interactive: false })
              .addTo(this.parts);
          }
        }
      }

      // Replaces the plane by a map, once its styles are loaded.
      async function openMap() {
        const host = document.createElement("div");
        host.className = "map-view-drawing";
        const root = host.attachShadow({ mode: "open" });
        const sheets = ["/assets/leaflet/leaflet.css", "/assets/map.css"].map(cairnMap.stylesheet);
        root.append(...sheets.map((sheet) => sheet.link), document.createElement("slot"));
        plane.element.replaceWith(host);
        host.append(plane.element);
        try {
          await Promise.all(sheets.map((sheet) => sheet.loaded));
          plane = new DrawingMap(root);
          host.replaceChildren();
          update();
        } catch (error) {
          console.error("The map can't be drawn.", error);
        }
      }
    """#

  private static let page = #"""
      let plane = new Plane();
      const box = document.createElement("div");
      const tools = document.createElement("p");
      tools.className = "actions";
      const status = document.createElement("p");
      status.className = "where";
      status.setAttribute("role", "status");

      function button(title, action) {
        const node = document.createElement("button");
        node.type = "button";
        node.className = "button";
        node.textContent = title;
        node.addEventListener("click", () => { action(); update(); });
        tools.append(node);
      }

      function metres() {
        let sum = 0;
        const list = points();
        for (let index = 1; index < list.length; index += 1) {
          const [one, other] = [list[index - 1], list[index]].map(([lat, lon]) =>
            [lat * Math.PI / 180, lon * Math.PI / 180]);
          const half = Math.sin((other[0] - one[0]) / 2) ** 2
            + Math.cos(one[0]) * Math.cos(other[0]) * Math.sin((other[1] - one[1]) / 2) ** 2;
          sum += 2 * 6371008.8 * Math.asin(Math.sqrt(half));
        }
        return sum;
      }

      function update() {
        plane.draw();
        const count = points().length;
        status.textContent = `${count} ${count === 1 ? "position" : "positions"}, `
          + `${(metres() / unit.metres).toFixed(2)} ${unit.name}`;
      }

      // The positions of the longest route or track of a GPX file, at most as many as a route from a ruck has.
      function positions(text) {
        const all = new DOMParser().parseFromString(text, "application/xml");
        const named = (node, name) => [...node.getElementsByTagNameNS("*", name)];
        const lines = [...named(all, "rte").map((line) => named(line, "rtept")),
          ...named(all, "trk").map((line) => named(line, "trkpt"))];
        const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), []);
        const step = Math.max(1, (longest.length - 1) / 999);
        const count = Math.min(longest.length, 1000);
        return Array.from({ length: count }, (_, index) => longest[Math.round(index * step)]).map((node) => {
          const height = parseFloat(named(node, "ele")[0]?.textContent);
          const place = [Number(node.getAttribute("lat")), Number(node.getAttribute("lon"))];
          return Number.isFinite(height) ? [...place, height] : place;
        });
      }

      const file = Object.assign(document.createElement("input"), {
        type: "file", accept: ".gpx,application/gpx+xml", hidden: true,
      });
      file.setAttribute("aria-label", "GPX file");
      file.addEventListener("change", async () => {
        const text = await file.files[0]?.text() ?? "";
        const list = positions(text);
        file.value = "";
        if (list.length < 2) {
          status.textContent = "The file has no route and no track.";
          return;
        }
        store(list);
        plane.fit();
        update();
      });

      button("Remove the last", () => store(points().slice(0, -1)));
      button("Close the loop", () => { const list = points(); if (list.length > 2) store([...list, list[0]]); });
      button("Show all", () => plane.fit());
      button("Choose a GPX file", () => file.click());
      tools.append(file);
      field.addEventListener("input", update);
      box.append(plane.element, status, tools);
      field.closest(".field").before(box);
      box.className = "whole";
      update();
      if (options.tiles && "L" in window && "cairnMap" in window) openMap();
    })();
    """#
}
