// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The script of pages with the plain picture of a track, which selects a position on the picture and
/// in the profiles.
///
/// As with ``MapScript``, its elements are in the shadow tree of the picture's element.
enum TrackScript {
  /// The script as an asset.
  static let script = Asset(
    name: "track.js", mediaType: "text/javascript; charset=utf-8",
    text: [start, MapScript.position, MapScript.slider, view, page].joined())

  private static let start = #"""
    "use strict";
    (() => {
      // The mean radius of the earth in metres, as in the projection of the picture.
      const radius = 6371008.8;
      const namespace = "http://www.w3.org/2000/svg";

    """#

  /// The cursor of one picture.
  private static let view = #"""
      class TrackView {
        constructor(host) {
          const { track, unit, unitMetres, frame } = host.dataset;
          this.path = track;
          this.unit = { name: unit, metres: Number(unitMetres) };
          // The degrees of the middle, its coordinates, and the metres per unit.
          [this.latitude, this.longitude, this.x, this.y, this.scale] = frame.split(" ").map(Number);
          this.wanted = null;
          const root = host.attachShadow({ mode: "open" });
          const styles = document.createElement("link");
          styles.rel = "stylesheet";
          styles.href = "/assets/map.css";
          const box = document.createElement("div");
          box.className = "plain";
          this.layer = document.createElementNS(namespace, "svg");
          this.layer.setAttribute("class", "cursor");
          this.layer.setAttribute("aria-hidden", "true");
          this.layer.setAttribute("viewBox", host.querySelector(".track").getAttribute("viewBox"));
          box.append(document.createElement("slot"), this.layer);
          this.input = new PositionInput(this.unit, (part) => this.select({ part }));
          root.append(styles, box, this.input.element);
        }

        // Selects a distance in metres, or a part of the track. The first selection loads the track.
        async select(wanted) {
          this.wanted = wanted;
          if (this.segments) return this.show();
          if (this.isLoading) return;
          this.isLoading = true;
          try {
            const response = await fetch(this.path);
            if (!response.ok) return;
            const { segments } = await response.json();
            if (segments.length === 0) return;
            this.length = segments.at(-1).at(-1)[2];
            this.segments = segments;
            this.show();
          } catch (error) {
            console.error("The track can't be loaded.", error);
          } finally {
            this.isLoading = false;
          }
        }

        show() {
          if (!(this.length > 0)) return;
          const { part, metres = part * this.length } = this.wanted;
          const share = Math.min(1, Math.max(0, metres / this.length));
          const [latitude, longitude] = position(this.segments, metres);
          const radian = Math.PI / 180;
          const east = radius * (longitude - this.longitude) * radian * Math.cos(latitude * radian);
          const north = radius * (latitude - this.latitude) * radian;
          if (!this.dot) {
            this.dot = document.createElementNS(namespace, "circle");
            this.dot.setAttribute("class", "dot");
            this.dot.setAttribute("r", "9");
            this.layer.append(this.dot);
          }
          this.dot.setAttribute("cx", String(this.x + east / this.scale));
          this.dot.setAttribute("cy", String(this.y - north / this.scale));
          this.input.show(metres, share);
          const page = document.documentElement;
          page.style.setProperty("--track-part", String(share));
          page.dataset.trackPart = "";
        }
      }

    """#

  /// The pictures of the page, and the profiles beside them.
  private static let page = #"""
      const views = new Map();

      function update() {
        for (const host of views.keys()) {
          if (host.isConnected) continue;
          views.delete(host);
          delete document.documentElement.dataset.trackPart;
        }
        for (const host of document.querySelectorAll(".track-view")) {
          if (!views.has(host)) views.set(host, new TrackView(host));
        }
      }

      // The pointer over a profile selects the position at its distance.
      document.addEventListener("pointermove", (event) => {
        const profile = event.target.closest?.(".profile[data-end]");
        const view = views.values().next().value;
        if (!profile || !view) return;
        const { left, width } = profile.getBoundingClientRect();
        const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
        const [first, last] = [Number(profile.dataset.start), Number(profile.dataset.end)];
        view.select({ metres: first + part * (last - first) });
      });

      new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
      update();
    })();

    """#
}
