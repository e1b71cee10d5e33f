// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The stylesheet of RuckMap's pages, on top of the shell's.
enum RuckStylesheet {
  static let asset = Asset(
    name: "ruckmap.css", mediaType: "text/css; charset=utf-8",
    text: [themes, parts, map, conditions].joined(separator: "\n"))

  /// The path of the stylesheet.
  static let path = Paths.asset(asset)

  /// The tints of glass, and the themes that use them.
  private static let themes = #"""
    :root {
      --tint-green: light-dark(#2f7d4f, #6fcf97);
      --tint-gray: light-dark(#5c6b73, #9fb0b8);
      --tint-orange: light-dark(#d9731a, #ffb066);
      --tint-blue: light-dark(#2b6cb0, #7ab8ff);
      --tint-brown: light-dark(#8a5a2b, #d7a86e);
    }
    .theme { --tint-1: var(--tint-green); --tint-2: var(--tint-gray); }
    .tint-1-green { --tint-1: var(--tint-green); }
    .tint-1-orange { --tint-1: var(--tint-orange); }
    .tint-1-brown { --tint-1: var(--tint-brown); }
    .tint-2-gray { --tint-2: var(--tint-gray); }
    .tint-2-blue { --tint-2: var(--tint-blue); }
    .tint-2-green { --tint-2: var(--tint-green); }
    .large-text { font-size: 1.125rem; }
    .theme .title h1 { padding-bottom: 0.3rem; border-bottom: 4px solid; border-image: linear-gradient(90deg, var(--tint-1), var(--tint-2), transparent) 1; }
    .glass-thick { background: color-mix(in srgb, var(--solid) 82%, transparent); -webkit-backdrop-filter: blur(34px) saturate(1.8); backdrop-filter: blur(34px) saturate(1.8); }
    .tinted-green { --tint: var(--tint-green); }
    .tinted-gray { --tint: var(--tint-gray); }
    .tinted-orange { --tint: var(--tint-orange); }
    .tinted-blue { --tint: var(--tint-blue); }
    .tinted-brown { --tint: var(--tint-brown); }
    .theme .glass { border-color: color-mix(in srgb, var(--edge), var(--tint, var(--line)) 22%); }
    .theme .card.glass:not(.tinted-gray) { box-shadow: var(--shadow), inset 0 3px 0 color-mix(in srgb, var(--tint) 55%, transparent); }

    """#

  private static let parts = #"""
    .board { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: var(--gap); align-items: start; }
    .board.edit { margin-top: var(--gap); }
    .wide-card { grid-column: 1 / -1; }
    .board > .card:not(.wide-card):not(.card:not(.wide-card) ~ .card):not(:has(~ .card:not(.wide-card))) { grid-column: 1 / -1; }
    .theme > .note { margin-bottom: 1rem; }
    .theme .title > *, .theme .heading > * { min-width: 0; overflow-wrap: anywhere; }
    .theme .heading { flex-wrap: wrap; gap: 0.2rem 1rem; }
    .ruck-lines { list-style: none; margin: 0; padding: 0; }
    .ruck-lines li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.8rem; padding: 0.55rem 0; border-top: 1px solid var(--line); }
    .ruck-lines li:first-child { border-top: 0; }
    .ruck-lines .main { flex: 1 1 11rem; min-width: 0; overflow-wrap: anywhere; }
    .ruck-lines .main > a { display: inline-flex; align-items: center; min-height: 1.65rem; font-weight: 600; color: var(--text); }
    .ruck-lines .main > strong { font-weight: 600; }
    .ruck-lines .detail { display: block; font-size: 0.9rem; color: var(--soft); }
    .ruck-lines .end { margin-left: auto; font-variant-numeric: tabular-nums; color: var(--soft); }
    .ruck-lines .chip { white-space: nowrap; }
    .ruck-lines .button { min-height: 2.2rem; padding: 0.2rem 0.8rem; font-size: 0.9rem; }
    .metrics { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.2rem, 100%), 1fr)); gap: 0.7rem; margin: 0; }
    .metric { padding: 0.8rem 1rem; border-radius: 14px; background: var(--hover); min-width: 0; }
    .metric dt { font-size: 0.84rem; color: var(--text); }
    .metric dd { margin: 0.1rem 0 0; overflow-wrap: anywhere; }
    .metric-value { font-size: 1.45rem; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
    .metric .unit { font-size: 0.9rem; }
    .metric small { display: block; font-size: 0.8rem; }
    .metrics + *, .figures + .prose, .figures + .scroll, .figures + .ruck-lines, .meters + * { margin-top: 1rem; }
    .meters { display: grid; gap: 0.8rem; margin: 0; }
    .meters div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.1rem 1rem; }
    .meters dt { overflow-wrap: anywhere; font-weight: 550; }
    .meters dd { margin: 0; font-variant-numeric: tabular-nums; color: var(--soft); }
    .meters .meter-bar { grid-column: 1 / -1; }
    .floating { position: fixed; right: 1.1rem; bottom: 1.1rem; z-index: 4; margin: 0; }
    .floating-action { display: grid; place-items: center; width: 56px; height: 56px; border-radius: 50%; color: var(--on-accent); background: var(--accent); box-shadow: var(--shadow); }
    .floating-action:hover { background: var(--accent-strong); color: var(--on-accent); }
    .floating-action path { fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; }
    .theme:has(> .floating) { padding-bottom: 4.5rem; }
    .glass-button { position: relative; overflow: hidden; min-height: 3.2rem; padding-inline: 1.6rem; border-color: var(--tint-blue); transition: transform 0.3s cubic-bezier(0.3, 1.6, 0.6, 1), background-color 0.15s; }
    .glass-button:active { transform: scale(0.95); transition-duration: 0.1s; }
    .chips { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.3rem 0 0; }
    .chip.plain { background: var(--hover); color: var(--text); }
    .month { width: 100%; min-width: 14rem; border-collapse: collapse; table-layout: fixed; }
    .month th { padding: 0.3rem 0; font-size: 0.84rem; font-weight: 500; color: var(--soft); }
    .month td { height: 4.2rem; padding: 0.3rem; vertical-align: top; border: 1px solid var(--line); font-size: 0.86rem; overflow-wrap: anywhere; }
    .month td.filled { background: color-mix(in srgb, var(--accent) 14%, transparent); }
    .month td.outside { color: var(--soft); }
    .month .today { font-weight: 750; text-decoration: underline; }
    .month a { display: inline-flex; align-items: center; min-height: 1.6rem; min-width: 1.6rem; color: var(--text); font-weight: 600; }
    .board .track { overflow: hidden; border-radius: 12px; }
    .board .data tbody th { min-width: 6.6rem; white-space: normal; overflow-wrap: anywhere; }
    .search-form { display: grid; gap: 0.7rem; }
    .search-form label { display: grid; gap: 0.2rem; font-size: 0.84rem; color: var(--soft); }
    .search-form input, .search-form select { color: var(--text); }

    """#

  private static let map = #"""
    .draw { display: block; width: 100%; height: auto; max-height: 30rem; border-radius: 14px; background: var(--hover); touch-action: manipulation; cursor: crosshair; }
    .draw path { fill: none; }
    .map-view-drawing { display: block; overflow: hidden; border-radius: 14px; }
    .route-line { stroke: var(--track); stroke-width: 3.6; stroke-linecap: round; stroke-linejoin: round; }
    .route-dot { fill: var(--solid); stroke: var(--track); stroke-width: 3; }
    .all-tracks { display: block; width: 100%; height: auto; }
    .all-tracks path { fill: none; stroke: var(--track); stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round; opacity: 0.75; }

    """#

  private static let conditions = #"""
    @container (min-width: 30rem) {
      .board .data tbody th { min-width: 11rem; }
    }
    @container (max-width: 12rem) {
      .ruck-lines .chip { white-space: normal; }
      .meters div { grid-template-columns: minmax(0, 1fr); }
    }
    @media (max-width: 46rem) {
      .month td { height: 3.2rem; padding: 0.15rem; font-size: 0.78rem; }
    }
    @media (prefers-reduced-transparency: reduce), (prefers-contrast: more) {
      .glass-thick { background: var(--solid); -webkit-backdrop-filter: none; backdrop-filter: none; }
    }
    @media (forced-colors: active) {
      .route-line, .all-tracks path { stroke: CanvasText; }
      .floating-action, .metric { border: 1px solid CanvasText; }
    }
    @media print {
      .floating, .crumb, .live, .unprinted { display: none; }
      .card { break-inside: avoid; }
      .board { display: block; }
      .board > .card { margin-bottom: 0.6rem; }
    }

    """#
}
