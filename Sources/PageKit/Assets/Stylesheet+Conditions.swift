// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// The styles for narrow windows, user preferences, missing browser features and print.
  static let conditions = #"""
    @media (min-width: 68.01rem) {
      .to-form { display: none; }
      .title .downloads { justify-content: flex-end; }
    }
    @media (max-width: 68rem) {
      .apps .symbol { display: none; }
      .tabs a { padding-inline: 0.7rem; }
      .columns, .pair { grid-template-columns: minmax(0, 1fr); }
      .columns > .upload { position: static; }
    }
    @media (max-width: 46rem) {
      :root { --radius: 18px; --gap: 1rem; }
      main { padding-top: 1rem; }
      html { scroll-padding-top: 1rem; }
      .bar { position: static; flex-wrap: wrap; padding-block: 0.5rem 0.4rem; }
      .find { max-width: none; }
      .apps { order: 1; flex: 1 0 100%; margin-inline: -0.6rem; }
      .apps a { padding-inline: 0.6rem; font-size: 0.95rem; }
      .tabs { flex-wrap: nowrap; margin: -0.6rem calc(-1 * clamp(0.9rem, 3vw, 2rem)) 0.6rem; padding: 0.4rem clamp(0.9rem, 3vw, 2rem); overflow-x: auto; scrollbar-width: none; }
      .tabs a { flex: none; }
      .title .actions, .trip-title .actions { gap: 0.5rem; }
      .title .button, .trip-title .button { padding-inline: 0.85rem; }
      .card { padding: 1.1rem; }
      .flush { padding: 0; }
      .flush > .heading { padding: 1rem 1.1rem 0.2rem; }
      .grid { grid-template-columns: minmax(0, 1fr); }
      .message { padding: 1.4rem; }
      .profile { margin-left: 3.9rem; width: calc(100% - 3.9rem); }
      .profile-label { font-size: 11.5px; }
      .track-label { font-size: 24px; }
      .track-scale { stroke-width: 3; }
    }
    @supports not ((backdrop-filter: blur(1px)) or (-webkit-backdrop-filter: blur(1px))) {
      .glass { background: var(--solid); }
    }
    @media (prefers-reduced-transparency: reduce) {
      .glass { background: var(--solid); -webkit-backdrop-filter: none; backdrop-filter: none; }
      :root { --field: var(--solid); }
    }
    @media (prefers-contrast: more) {
      :root { --soft: var(--text); --line: var(--line-strong); --edge: var(--line-strong); }
      .glass { background: var(--solid); -webkit-backdrop-filter: none; backdrop-filter: none; }
    }
    @media (prefers-reduced-motion: reduce) {
      * { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
    }
    @media (forced-colors: active) {
      select { appearance: auto; }
      .glass { border-color: CanvasText; }
      .track-line, .profile path { stroke: CanvasText; }
    }
    @media print {
      :root, :root[data-theme] { color-scheme: light; }
      .bar, .tabs, .upload, .edit, .actions, .downloads, .foot, .skip { display: none; }
      .glass { background: none; box-shadow: none; border-color: #999; }
    }

    """#
}
