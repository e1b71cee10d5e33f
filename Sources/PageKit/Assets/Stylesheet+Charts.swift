// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// The styles of charts, of their legends, of tables with many columns, and of forms with fields.
  static let charts = #"""
    .chart-accent { --line-color: var(--accent); }
    .chart-pace { --line-color: var(--pace); }
    .chart-track { --line-color: var(--track); }
    .chart-heart { --line-color: var(--heart); }
    .chart-soft { --line-color: var(--soft); }
    .profile .chart-dashed, .chart-key .chart-dashed { stroke-dasharray: 6 4; }
    .chart-bar { fill: var(--accent); }
    .chart-bar:hover { fill: var(--accent-strong); }
    .reading { position: fixed; z-index: 7; margin: 0; padding: 0.4rem 0.75rem; border-radius: 10px; font-size: 0.84rem; font-variant-numeric: tabular-nums; white-space: pre; color: var(--page); background: var(--text); box-shadow: var(--shadow); pointer-events: none; }
    .reading-mark { position: fixed; z-index: 4; width: 1px; background: var(--text); opacity: 0.6; pointer-events: none; }
    .profile[data-y] { cursor: crosshair; touch-action: pan-y; }
    .chart-dot { fill: var(--line-color); stroke: var(--solid); stroke-width: 1.5; }
    .chart-key { flex: none; }
    .chart-key path { fill: none; stroke: var(--line-color); stroke-width: 3; stroke-linecap: round; }
    .legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; margin: 0.4rem 0 0; padding: 0; list-style: none; font-size: 0.86rem; color: var(--soft); }
    .legend li { display: inline-flex; align-items: center; gap: 0.45rem; }
    .share { display: block; min-width: 4rem; }
    .share-rest { fill: var(--line); }
    .data { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
    .data th, .data td { padding: 0.45rem 0.7rem; text-align: right; white-space: nowrap; border-top: 1px solid var(--line); }
    .data thead th { border-top: 0; font-size: 0.84rem; font-weight: 500; color: var(--soft); }
    .data th:first-child, .data td:first-child { text-align: left; padding-left: 0; }
    .data th:last-child, .data td:last-child { padding-right: 0; }
    .data tbody th { font-weight: 600; }
    .data .quiet { color: var(--soft); }
    .data td.wide { width: 40%; min-width: 6rem; }
    .tabs { display: flex; flex-wrap: wrap; gap: 0.2rem; margin: -0.4rem -0.85rem 0.8rem; }
    .tabs a { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.4rem; padding: 0 0.85rem; font-weight: 550; color: var(--text); text-decoration: none; white-space: nowrap; border-radius: 99px; }
    .tabs a:hover { background: var(--hover); }
    .tabs a[aria-current] { background: var(--accent); color: var(--on-accent); }
    .tabs .count { font-size: 0.82rem; font-weight: 600; }
    .data th a { display: inline-flex; align-items: center; min-height: 1.6rem; }
    .below { margin-top: var(--gap); }
    .inside { padding: 0.4rem 1.4rem 0.8rem; }
    .card.choose { padding: 0.9rem 0 0; }
    .card.choose .filters { padding-bottom: 1.1rem; }
    .zone-inputs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 0.9rem 1.4rem; margin-bottom: 0.9rem; }
    .zone-input { display: grid; grid-template-columns: minmax(0, 1fr) 5.5rem; gap: 0.6rem; margin: 0; }
    .zone-input label { font-size: 0.86rem; color: var(--soft); }
    .zone-input input { color: var(--text); font-size: 1rem; }
    .slim { max-width: 26rem; }
    .filters select { min-height: 2.5rem; padding-block: 0.3rem; color: var(--text); }
    .weeks { margin-top: 1.4rem; }
    .monitor .figure dd { font-size: clamp(2rem, 1.2rem + 3.2cqi, 4rem); }
    @container (min-width: 44rem) { .monitor, .monitor + .figures { --across: 5; } }
    .live-session h2 a { color: var(--text); }
    .field-grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0 1.1rem; align-items: start; }
    .field-grid > .field { margin-bottom: 1.1rem; }
    .field-grid > .whole { grid-column: 1 / -1; }
    fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
    legend { padding: 0; margin-bottom: 0.6rem; font-weight: 650; }
    .field.flag { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.7rem; align-items: center; }
    .field.flag label { margin: 0; padding: 0.35rem 0; }
    .field.flag small { grid-column: 2; margin-top: 0; }
    .field.flag input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }

    """#
}
