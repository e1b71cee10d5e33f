// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The stylesheet of the trips' pages, on top of the shell's.
enum TripStylesheet {
  static let asset = Asset(
    name: "tripplanner.css", mediaType: "text/css; charset=utf-8",
    text: [shared, timeline, parts, map, narrow, print].joined(separator: "\n"))

  /// The path of the stylesheet.
  static let path = Paths.asset(asset)

  private static let shared = #"""
    :root {
      --flight: light-dark(#1c5fa8, #8cc1ff);
      --rail: light-dark(#8a3ea8, #dba6f2);
      --road: light-dark(#a24a12, #ffb37d);
      --sea: light-dark(#0b6a77, #7fdbe6);
      --stay: light-dark(#14694c, #7fd9b0);
      --plan: light-dark(#b3264a, #ff9bb1);
    }
    .icon { flex: none; width: 1.15rem; height: 1.15rem; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
    .sprite { position: absolute; width: 0; height: 0; overflow: hidden; }
    h3 { margin: 0; font-size: 1rem; font-weight: 650; line-height: 1.35; letter-spacing: -0.01em; }
    h3 a { display: inline-flex; align-items: center; min-height: 1.6rem; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
    h3 a:hover { text-decoration: underline; }
    .trip-notices .note { margin: 0 0 1rem; }
    .trip-title { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 0.7rem 1.5rem; margin-bottom: 0.9rem; }
    .trip-title > div { min-width: 0; overflow-wrap: anywhere; }
    .trip-title .where { margin: 0.35rem 0 0; }
    .trip-title + .tabs { margin-top: 0; }
    .trip-title:has(+ .stack > .empty) > .actions { display: none; }
    .chip { max-width: 100%; overflow-wrap: anywhere; }
    .stop .chip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .chip.bad { background: var(--bad-back); color: var(--bad); }
    .chip.plain { background: var(--hover); color: var(--text); }
    .chips { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.4rem 0 0; }
    .soft { color: var(--soft); }
    .inline-form { display: inline; }
    .icon-button { display: inline-flex; align-items: center; justify-content: center; min-width: 2.25rem; min-height: 2.25rem; padding: 0.2rem 0.5rem; border: 1px solid transparent; border-radius: 99px; background: none; color: var(--soft); font: inherit; font-size: 0.9rem; cursor: pointer; text-decoration: none; }
    .icon-button:hover { background: var(--hover); color: var(--text); }
    .row-form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.6rem; }
    .row-form label { display: grid; gap: 0.2rem; flex: 1 1 8rem; min-width: 0; font-size: 0.84rem; color: var(--soft); }
    .row-form label.narrow-input { flex: 0 1 8.5rem; }
    .row-form input, .row-form select { color: var(--text); }
    .split { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: var(--gap); align-items: start; }
    .lines { list-style: none; margin: 0; padding: 0; }
    .lines > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.8rem; padding: 0.6rem 0; border-top: 1px solid var(--line); }
    .lines > li:first-child { border-top: 0; }
    .lines .main { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
    .lines .side { display: flex; align-items: center; gap: 0.2rem; margin-left: auto; }
    .lines .amount { font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .lines a { font-weight: 600; color: var(--text); }
    .lines .main > a, a.main, .facts a, .day-head h2 > a, .pass-route a, h2 > a { display: inline-flex; align-items: center; min-height: 1.65rem; }
    .menu { margin: 0; position: relative; }
    .menu > summary { list-style: none; }
    .menu > summary::-webkit-details-marker { display: none; }
    .menu[open] > .sheet { position: absolute; right: 0; top: calc(100% + 0.4rem); z-index: 4; width: max-content; max-width: min(20rem, calc(100vw - 2rem)); padding: 0.6rem; border-radius: 16px; background: var(--solid); border: 1px solid var(--line); box-shadow: var(--shadow); }
    .sheet a, .sheet button { display: flex; align-items: center; gap: 0.6rem; width: 100%; min-height: 2.5rem; padding: 0 0.8rem; border: 0; border-radius: 10px; background: none; font: inherit; font-weight: 500; color: var(--text); text-align: left; text-decoration: none; cursor: pointer; }
    .sheet a:hover, .sheet button:hover { background: var(--hover); }

    """#

  private static let timeline = #"""
    .day-card { padding: 1.1rem 1.4rem 0.9rem; }
    .day-head { display: flex; align-items: center; gap: 0.9rem; margin-bottom: 0.5rem; }
    .day-head h2 { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; }
    .day-head h2 a { color: var(--text); text-decoration: none; }
    .day-head h2 a:hover { text-decoration: underline; }
    .day-head h2 small { display: block; font-size: 0.86rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
    .tile { flex: none; align-self: start; display: grid; place-items: center; width: 3.3rem; padding-bottom: 0.25rem; border-radius: 13px; overflow: hidden; background: var(--solid); border: 1px solid var(--line); line-height: 1.15; text-align: center; }
    .tile span { width: 100%; padding: 0.16rem 0; background: var(--accent); color: var(--on-accent); font-size: 0.72rem; font-weight: 650; }
    .tile strong { padding-top: 0.16rem; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
    .tile small { font-size: 0.7rem; color: var(--soft); }
    .plan { list-style: none; margin: 0; padding: 0; }
    .stop { position: relative; display: grid; grid-template-columns: 4.4rem 2.3rem minmax(0, 1fr) auto; gap: 0 0.8rem; padding: 0.65rem 0; }
    .stop::before { content: ""; position: absolute; left: calc(4.4rem + 0.8rem + 1.15rem - 1px); top: 0; bottom: 0; width: 2px; background: var(--line); }
    .stop:first-child::before { top: 1.1rem; }
    .stop:last-child::before { bottom: auto; height: 1.1rem; }
    .stop:only-child::before { display: none; }
    .stop .when { text-align: right; padding-top: 0.32rem; line-height: 1.25; }
    .stop .when time, .stop .when b { font-weight: 650; font-variant-numeric: tabular-nums; }
    .stop .when small { display: block; font-size: 0.76rem; color: var(--soft); }
    .dot { flex: none; position: relative; display: grid; place-items: center; width: 2.3rem; height: 2.3rem; border-radius: 50%; color: light-dark(#fff, #0b1210); background: var(--kind, var(--soft)); }
    .stop .what { min-width: 0; padding-top: 0.3rem; overflow-wrap: anywhere; }
    .stop .what p { margin: 0.1rem 0 0; }
    .stop .what .meta { font-size: 0.92rem; color: var(--soft); }
    .stop .tools { display: flex; align-items: start; }
    .kind-flight { --kind: var(--flight); }
    .kind-train { --kind: var(--rail); }
    .kind-bus, .kind-car, .kind-bicycle, .kind-walk { --kind: var(--road); }
    .kind-boat { --kind: var(--sea); }
    .kind-lodging { --kind: var(--stay); }
    .kind-meal, .kind-event, .kind-activity { --kind: var(--plan); }
    .is-cancelled h3 { text-decoration: line-through; }
    .ends { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem; font-variant-numeric: tabular-nums; }
    .ends b { font-weight: 650; }
    .gap { display: flex; align-items: center; gap: 0.8rem; margin: 0; padding: 0 1.4rem; color: var(--soft); font-size: 0.92rem; }
    .gap a { display: inline-flex; align-items: center; min-height: 1.65rem; color: inherit; }
    .gap::before, .gap::after { content: ""; flex: 1; border-top: 1px dashed var(--line-strong); opacity: 0.6; }
    .is-today .tile { border-color: var(--track); }
    .is-today .tile span { background: var(--track); color: light-dark(#fff, #2b0f02); }
    .dragging { opacity: 0.5; }
    .drop-before { box-shadow: 0 -3px 0 var(--accent); }

    """#

  private static let parts = #"""
    .trips { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: var(--gap); list-style: none; margin: 0; padding: 0; }
    .sorts { display: flex; flex-wrap: wrap; gap: 0.3rem; align-items: center; }
    .sorts .button { min-height: 2.2rem; padding-inline: 0.8rem; }
    .sorts [aria-current] { background: var(--hover); font-weight: 650; }
    .trip-card { position: relative; display: flex; gap: 1rem; height: 100%; }
    .trip-card h3 { font-size: 1.12rem; }
    .trip-card h3 a::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); }
    .trip-card h3 a:focus-visible { outline: none; }
    .trip-card h3 a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 3px; }
    .trip-card p { margin: 0.15rem 0 0; }
    .trip-card > div { min-width: 0; }
    .next { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr); gap: 1.2rem 1.8rem; align-items: center; padding: 1.6rem 1.8rem; }
    .next h2 { font-size: clamp(1.4rem, 1.1rem + 1.4vw, 2rem); margin: 0.4rem 0 0.3rem; }
    .next h2 a { color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
    .next h2 a:hover { text-decoration: underline; }
    .next .step { display: flex; gap: 0.8rem; align-items: center; margin-top: 1rem; }
    .next .step p { margin: 0; min-width: 0; overflow-wrap: anywhere; }
    .next .trip-map { border-radius: 16px; }
    .group-title { margin: 0.6rem 0 0; font-size: 1.15rem; }
    .pass { padding: 0; overflow: hidden; }
    .pass-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.8rem; padding: 1rem 1.4rem; background: var(--kind, var(--accent)); color: light-dark(#fff, #0b1210); }
    .pass-head p { margin: 0; font-weight: 650; overflow-wrap: anywhere; min-width: 0; }
    .pass-head .right { margin-left: auto; font-weight: 550; }
    .pass-route { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 0 1.2rem; align-items: center; padding: 1.3rem 1.4rem 1.1rem; }
    .pass-route > div:last-child { text-align: right; }
    .pass-route p { margin: 0; overflow-wrap: anywhere; }
    .pass-route .code { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.7rem); font-weight: 700; letter-spacing: -0.02em; line-height: 1.1; }
    .pass-route .code.long { font-size: 1.25rem; letter-spacing: -0.01em; }
    .pass-route .clock { margin-top: 0.6rem; font-size: 1.45rem; font-weight: 650; font-variant-numeric: tabular-nums; }
    .pass-way { display: grid; justify-items: center; gap: 0.2rem; color: var(--soft); font-size: 0.88rem; text-align: center; white-space: nowrap; }
    .pass-way .dot { width: 2.6rem; height: 2.6rem; }
    .tear { border-top: 2px dashed var(--line-strong); margin: 0; opacity: 0.5; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.9rem 1.2rem; margin: 0; padding: 1.1rem 1.4rem; }
    .facts dt { font-size: 0.82rem; color: var(--soft); }
    .facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
    .barcodes { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; padding: 0 1.4rem 1.4rem; }
    .barcodes figure { margin: 0; max-width: 100%; }
    .barcodes figcaption { margin-top: 0.3rem; text-align: center; font-size: 0.84rem; color: var(--soft); overflow-wrap: anywhere; }
    .barcode { display: block; width: 13rem; max-width: 100%; height: auto; margin: 0 auto; border-radius: 10px; }
    .barcode-pdf417, .barcode-code128 { width: 26rem; }
    .pack-list .packed .main { color: var(--soft); text-decoration: line-through; }
    .tick { display: inline-grid; place-items: center; width: 1.75rem; height: 1.75rem; padding: 0; border: 2px solid var(--line-strong); border-radius: 9px; background: var(--field); color: transparent; cursor: pointer; }
    .tick[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
    .meter { display: block; width: 100%; height: 0.6rem; border-radius: 99px; }
    .bars { display: grid; gap: 0.7rem; margin: 0; }
    .bars div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.1rem 1rem; }
    .bars dt { overflow-wrap: anywhere; }
    .bars .where { display: block; }
    progress + .bars { margin-top: 0.9rem; }
    .bars dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
    .bars dd.part { grid-column: 1 / -1; }
    .documents { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: var(--gap); list-style: none; margin: 0; padding: 0; }
    .documents li { display: grid; gap: 0.5rem; align-content: start; min-width: 0; overflow-wrap: anywhere; }
    .documents img { width: 100%; height: 9rem; object-fit: cover; border-radius: 12px; background: var(--hover); }
    .documents .sheet-icon { display: grid; place-items: center; height: 9rem; border-radius: 12px; background: var(--hover); font-weight: 700; color: var(--soft); }
    .log { list-style: none; margin: 0; padding: 0; }
    .log li { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.1rem 1.2rem; padding: 0.6rem 0; border-top: 1px solid var(--line); }
    .log li:first-child { border-top: 0; }
    .log p { margin: 0; overflow-wrap: anywhere; }
    .log del { color: var(--soft); }
    .log ins { text-decoration: none; font-weight: 600; }
    .log time { font-size: 0.88rem; color: var(--soft); white-space: nowrap; }
    .finding { display: flex; flex-wrap: wrap; gap: 0.4rem 0.9rem; align-items: center; }
    .paper { display: grid; gap: var(--gap); margin-top: var(--gap); }
    .sheet-table { width: 100%; border-collapse: collapse; }
    .sheet-table th { width: 5.5rem; padding: 0.45rem 0.8rem 0.45rem 0; text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .sheet-table td { padding: 0.45rem 0; overflow-wrap: anywhere; white-space: pre-line; }
    .sheet-table .barcodes { justify-content: flex-start; padding: 0.5rem 0 0; }
    .sheet-table tr + tr { border-top: 1px solid var(--line); }
    .paste { min-height: 9rem; font-family: ui-monospace, monospace; font-size: 0.9rem; }

    """#

  private static let map = #"""
    .trip-map { display: block; width: 100%; height: auto; background: light-dark(#d5e6ee, #0f2029); }
    .map-land { fill: light-dark(#f4f1e6, #24332d); stroke: light-dark(#bcb49a, #41544c); stroke-width: 0.8; }
    .map-leg, .map-flight, .map-track { fill: none; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
    .map-leg { stroke: var(--road); }
    .map-flight { stroke: var(--flight); stroke-dasharray: 7 6; }
    .map-track { stroke: var(--track); }
    .map-place circle { fill: var(--accent); stroke: var(--solid); stroke-width: 2; }
    .map-place text { fill: var(--on-accent); font-size: 13px; font-weight: 700; text-anchor: middle; }
    .map-label { fill: var(--text); font-size: 16px; font-weight: 600; paint-order: stroke; stroke: light-dark(#ffffffcc, #0b1210cc); stroke-width: 3.5px; stroke-linejoin: round; }
    .map-scale { fill: none; stroke: var(--text); stroke-width: 2; }
    .place-list { columns: 16rem; column-gap: 1.6rem; margin: 0; padding-left: 1.7rem; }
    .place-list li { break-inside: avoid; padding: 0.2rem 0; overflow-wrap: anywhere; }
    .place-list a { display: inline-block; min-height: 1.6rem; }

    """#

  private static let narrow = #"""
    @media (max-width: 62rem) {
      .split, .next { grid-template-columns: minmax(0, 1fr); }
    }
    @media (max-width: 46rem) {
      .day-card { padding: 1rem 0.9rem 0.7rem; }
      .stop { grid-template-columns: 3.4rem 2.1rem minmax(0, 1fr); gap: 0 0.6rem; }
      .stop::before { left: calc(3.4rem + 0.6rem + 1.05rem - 1px); }
      .stop .tools { grid-column: 3; }
      .stop .when small { font-size: 0.7rem; }
      .dot { width: 2.1rem; height: 2.1rem; }
      .next { padding: 1.2rem; }
      .pass-route { gap: 0 0.5rem; padding-inline: 1rem; }
      .pass-route .clock { font-size: 1.2rem; }
      .log li { grid-template-columns: minmax(0, 1fr); }
      .map-label { font-size: 24px; }
      .map-place text { font-size: 15px; }
    }
    @media (forced-colors: active) {
      .dot { border: 1px solid CanvasText; }
      .map-leg, .map-flight, .map-track, .map-land { stroke: CanvasText; }
    }

    """#

  private static let print = #"""
    @page { margin: 14mm 13mm; }
    @media print {
      html, :root { font-size: 10.5pt; }
      body { background: #fff; }
      body::before, .live, .tabs, .tools, .crumb, .no-print { display: none !important; }
      main { max-width: none; padding: 0; }
      .card { padding: 0.7rem 0; border-radius: 0; border-width: 1px 0 0; container-type: normal; }
      .day-card { break-inside: auto; }
      .stop, .lines > li, .day-head, .pass, .facts > div, .log li, tr { break-inside: avoid; }
      .day-head { break-after: avoid; }
      .dot { background: none; color: #000; border: 1px solid #999; }
      .tile span { background: none; color: #000; }
      .pass-head { background: none; color: #000; border-bottom: 1px solid #999; }
      .tick, .tick[aria-pressed=true] { background: none; border-color: #000; }
      .tick[aria-pressed=true] { color: #000; }
      .barcode { width: 36mm; }
      .barcode-pdf417, .barcode-code128 { width: 76mm; }
      a { color: #000; text-decoration: none; }
    }

    """#
}
