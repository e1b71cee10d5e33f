// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// Narrow windows, and what the reader or the browser can't or won't have.
  static let conditions = #"""
    @media (max-width: 68rem) {
      .columns, .pair { grid-template-columns: minmax(0, 1fr); }
      .columns > .upload { position: static; }
    }
    @media (max-width: 46rem) {
      :root { --radius: 18px; --gap: 1rem; }
      main { padding-top: 1rem; }
      html { scroll-padding-top: 1rem; }
      .bar { position: static; }
      .card { padding: 1.1rem; }
      .flush { padding: 0; }
      .flush > .heading { padding: 1rem 1.1rem 0.2rem; }
      .figures, .figures.tight { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.9rem; }
      .figure dd, .tight .figure dd { font-size: 1.25rem; }
      .grid { grid-template-columns: minmax(0, 1fr); }
      .message { padding: 1.4rem; }
      .rucks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .rucks, .rucks tbody { display: block; }
      .rucks tbody tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.5rem 0.8rem; padding: 0.9rem 1.1rem; }
      .rucks tbody th { grid-column: 1 / -1; padding: 0; width: auto; }
      .rucks tbody th:first-child { padding: 0; width: auto; }
      .rucks tbody td, .rucks td:last-child { padding: 0; text-align: left; white-space: normal; font-size: 0.95rem; }
      .rucks tbody td::before { content: attr(data-label); display: block; font-size: 0.78rem; color: var(--soft); }
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
      .glass { border-color: CanvasText; }
      .track-line, .profile path { stroke: CanvasText; }
    }
    @media print {
      .bar, .upload, .edit, .actions, .foot, .skip { display: none; }
      .glass { background: none; box-shadow: none; border-color: #999; }
    }

    """#
}
