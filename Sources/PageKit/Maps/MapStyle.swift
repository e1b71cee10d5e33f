// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The styles of maps.
enum MapStyle {
  /// The styles inside the shadow tree of a map, as an asset.
  static let stylesheet = Asset(
    name: "map.css", mediaType: "text/css; charset=utf-8", text: shadow)

  private static let shadow = #"""
    :host { display: flex; flex-direction: column; }
    .map-box { flex: 1 1 auto; min-height: clamp(18rem, 55vh, 36rem); background: var(--page); font: inherit; z-index: 0; }
    .leaflet-container { font: inherit; background: var(--page); }
    .leaflet-container:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
    .leaflet-bar a, .leaflet-bar a:hover { color: var(--text); background: var(--solid); border-color: var(--line-strong); }
    .leaflet-bar a:focus-visible { outline: 3px solid var(--accent); }
    .leaflet-bar a.leaflet-disabled { color: var(--soft); background: var(--solid); }
    .leaflet-container .leaflet-control-attribution, .leaflet-control-scale-line { color: var(--text); background: var(--solid); }
    .leaflet-control-scale-line { border-color: var(--text); }
    .leaflet-tooltip { color: var(--text); background: var(--solid); border-color: var(--solid); }
    .leaflet-tooltip::before { display: none; }
    .edge { stroke: var(--solid); stroke-width: 8; stroke-opacity: 0.85; }
    .line { stroke: var(--track); stroke-width: 3.6; }
    .start { fill: var(--solid); fill-opacity: 1; stroke: var(--accent); stroke-width: 4; }
    .end { fill: var(--track); fill-opacity: 1; stroke: var(--solid); stroke-width: 3; }
    .dot { fill: var(--pace); fill-opacity: 1; stroke: var(--solid); stroke-width: 3; }
    .mark { display: grid; place-content: center; border-radius: 99px; border: 1px solid var(--track); background: var(--solid); color: var(--text); font-size: 0.72rem; font-weight: 600; line-height: 1; font-variant-numeric: tabular-nums; }
    .place { fill: var(--solid); fill-opacity: 1; stroke: var(--track); stroke-width: 3; }
    .cross { position: absolute; left: 50%; top: 50%; z-index: 500; width: 1.2rem; height: 1.2rem; translate: -50% -50%; pointer-events: none; visibility: hidden; background: linear-gradient(var(--text), var(--text)) center / 2px 100% no-repeat, linear-gradient(var(--text), var(--text)) center / 100% 2px no-repeat; }
    .map-box:focus-visible .cross { visibility: visible; }
    .plain { position: relative; }
    .cursor { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
    .position { display: flex; align-items: center; gap: 0.8rem; padding: 0.7rem 1.1rem; font-size: 0.9rem; color: var(--soft); }
    .position input { flex: 1 1 auto; min-width: 0; accent-color: var(--track); }
    .position input:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
    .position output { min-width: 4.6rem; text-align: right; color: var(--text); font-variant-numeric: tabular-nums; }
    @media (prefers-color-scheme: dark) { .leaflet-tile-pane { filter: brightness(0.8); } }
    @media (forced-colors: active) { .line { stroke: CanvasText; } }
    @media print { .leaflet-control-zoom, .position, .cursor { display: none; } }

    """#
}
