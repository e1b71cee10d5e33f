// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The stylesheet: translucent cards over a soft landscape.
///
/// All text colours have a contrast of at least 4.5 to 1 with their background, even if the cards
/// are opaque.
enum Stylesheet {
  /// The styles of colours, sizes and the page.
  static let foundation = #"""
    :root {
      color-scheme: light dark;
      --text: #16211d;
      --soft: #47564f;
      --accent: #14694c;
      --accent-strong: #0f5a40;
      --on-accent: #ffffff;
      --track: #c2491d;
      --pace: #1c5fa8;
      --heart: #b3264a;
      --bad: #a1261c;
      --warn-back: #ffe9bf;
      --warn-text: #6b4300;
      --good-back: #d6f2e2;
      --good-text: #0c4a33;
      --bad-back: #fde3df;
      --page: #e9efe9;
      --glow-1: #bfe0cf;
      --glow-2: #fbe0bd;
      --glow-3: #c6dcef;
      --glass: rgb(255 255 255 / 0.62);
      --solid: #f9fbf9;
      --field: rgb(255 255 255 / 0.82);
      --edge: rgb(255 255 255 / 0.75);
      --line: rgb(22 33 29 / 0.12);
      --line-strong: #6d7f76;
      --hover: rgb(20 105 76 / 0.07);
      --shadow: 0 1px 2px rgb(20 40 30 / 0.06), 0 12px 32px -12px rgb(20 40 30 / 0.22);
      --radius: 22px;
      --gap: 1.25rem;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #eaf1ed;
        --soft: #a9bab1;
        --accent: #7fd9b0;
        --accent-strong: #9be6c3;
        --on-accent: #06251a;
        --track: #ff9361;
        --pace: #83bcff;
        --heart: #ff8ba5;
        --bad: #ffa79d;
        --warn-back: #4a3710;
        --warn-text: #ffdf9e;
        --good-back: #133d2d;
        --good-text: #b5f0d3;
        --bad-back: #4d1d18;
        --page: #0b1210;
        --glow-1: #12392c;
        --glow-2: #3a2a18;
        --glow-3: #14293d;
        --glass: rgb(27 38 34 / 0.62);
        --solid: #16201c;
        --field: rgb(9 15 13 / 0.6);
        --edge: rgb(255 255 255 / 0.09);
        --line: rgb(234 241 237 / 0.13);
        --line-strong: #7d9086;
        --hover: rgb(127 217 176 / 0.09);
        --shadow: 0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -16px rgb(0 0 0 / 0.7);
      }
    }
    *, *::before, *::after { box-sizing: border-box; }
    html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0;
      min-height: 100vh;
      font: 1rem/1.55 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
      color: var(--text);
      background: var(--page);
      overflow-wrap: break-word;
    }
    body::before {
      content: "";
      position: fixed;
      inset: 0;
      z-index: -1;
      background:
        radial-gradient(60rem 40rem at 8% -8%, var(--glow-1), transparent 70%),
        radial-gradient(48rem 36rem at 100% 12%, var(--glow-2), transparent 70%),
        radial-gradient(60rem 44rem at 60% 110%, var(--glow-3), transparent 70%),
        var(--page);
    }
    h1, h2 { line-height: 1.2; margin: 0; text-wrap: balance; letter-spacing: -0.015em; }
    h1 { font-size: clamp(1.6rem, 1.2rem + 1.6vw, 2.3rem); font-weight: 700; }
    h2 { font-size: 1.05rem; font-weight: 650; }
    p { margin: 0 0 0.75rem; }
    p:last-child { margin-bottom: 0; }
    a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 0.06em; }
    a:hover { color: var(--accent-strong); text-decoration-thickness: 0.12em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
    main:focus-visible { outline: none; }
    code { font: 0.9em ui-monospace, "Cascadia Code", "Liberation Mono", monospace; }
    main { max-width: 76rem; margin: 0 auto; padding: 1.5rem clamp(0.9rem, 3vw, 2rem) 3rem; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .skip { position: fixed; left: 1rem; top: -4rem; z-index: 10; padding: 0.6rem 1rem; border-radius: 0 0 12px 12px; background: var(--accent); color: var(--on-accent); }
    .skip:focus { top: 0; color: var(--on-accent); }
    .stack { display: grid; gap: var(--gap); align-content: start; min-width: 0; }
    .narrow { max-width: 44rem; margin-inline: auto; }
    .foot { text-align: center; color: var(--soft); font-size: 0.9rem; padding: 0 1rem 2rem; }

    """#
}

extension Stylesheet {
  /// The styles of cards, tables, figures and forms.
  static let parts = #"""
    .glass {
      background: var(--glass);
      border: 1px solid var(--edge);
      box-shadow: var(--shadow);
      -webkit-backdrop-filter: blur(22px) saturate(1.6);
      backdrop-filter: blur(22px) saturate(1.6);
    }
    .card { border-radius: var(--radius); padding: 1.25rem 1.4rem; min-width: 0; }
    .card > h2 { margin-bottom: 0.8rem; }
    .flush { padding: 0; overflow: hidden; }
    .flush > .heading { padding: 1.1rem 1.4rem 0.4rem; }
    .heading { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin-bottom: 0.6rem; }
    .bar { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.6rem clamp(0.9rem, 3vw, 2rem); border-width: 0 0 1px; box-shadow: none; }
    .brand { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 700; font-size: 1.1rem; color: var(--text); text-decoration: none; letter-spacing: -0.01em; }
    .brand span { font-weight: 450; color: var(--soft); }
    .bar nav { display: flex; align-items: center; gap: 1.2rem; min-width: 0; }
    .bar nav a { white-space: nowrap; font-weight: 550; }
    .live { margin: 0; font-size: 0.9rem; color: var(--soft); text-align: right; }
    .columns { display: grid; grid-template-columns: minmax(0, 1fr) 19.5rem; gap: var(--gap); align-items: start; }
    .columns > .upload { position: sticky; top: 4.6rem; }
    .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.4rem, 1fr)); gap: 1.1rem 1.2rem; margin: 0; }
    .figures.tight { grid-template-columns: repeat(auto-fill, minmax(7.6rem, 1fr)); gap: 1rem; }
    .figure dt { font-size: 0.86rem; color: var(--soft); }
    .figure dd { margin: 0.1rem 0 0; font-size: 1.45rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
    .tight .figure dd { font-size: 1.22rem; }
    .figure .unit { font-size: 0.62em; font-weight: 550; letter-spacing: 0; color: var(--soft); }
    .figure small { display: block; font-size: 0.8rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
    .rucks { width: 100%; table-layout: fixed; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .rucks th, .rucks td { padding: 0.75rem 0 0.75rem 0.7rem; text-align: right; vertical-align: middle; }
    .rucks th:first-child { text-align: left; padding-left: 1.4rem; width: 30%; overflow-wrap: anywhere; }
    .rucks td:last-child, .rucks th:last-child { padding-right: 1.4rem; width: 14.5%; }
    .rucks td { font-size: 0.95rem; }
    .rucks thead th { font-size: 0.84rem; font-weight: 500; color: var(--soft); padding-block: 0.4rem; }
    .rucks tbody tr { border-top: 1px solid var(--line); position: relative; }
    .rucks tbody tr:hover { background: var(--hover); }
    .rucks tbody th { font-weight: 600; }
    .rucks tbody a { color: var(--text); text-decoration: none; }
    .rucks tbody a::after { content: ""; position: absolute; inset: 0; }
    .rucks tbody tr:hover a { text-decoration: underline; }
    .rucks tbody a:focus-visible { outline: none; }
    .rucks tbody a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 10px; }
    .rucks time { display: block; font-size: 0.86rem; font-weight: 400; color: var(--soft); }
    .pager { display: flex; justify-content: space-between; gap: 1rem; padding: 1rem 1.4rem; border-top: 1px solid var(--line); }
    .pager .button:only-child[rel=next] { margin-left: auto; }
    .chip { display: inline-block; padding: 0.12rem 0.7rem; border-radius: 99px; font-size: 0.84rem; font-weight: 550; background: var(--good-back); color: var(--good-text); }
    .chip.warn { background: var(--warn-back); color: var(--warn-text); }
    .where { color: var(--soft); font-weight: 400; font-size: 0.92rem; }
    .field { margin: 0 0 1rem; }
    .field label { display: block; font-weight: 550; font-size: 0.92rem; margin-bottom: 0.3rem; }
    .field small { display: block; margin-top: 0.3rem; color: var(--soft); font-size: 0.84rem; line-height: 1.4; }
    input[type=text], textarea, input[type=file] { width: 100%; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line-strong); border-radius: 12px; padding: 0.55rem 0.8rem; }
    textarea { resize: vertical; display: block; }
    input[type=file] { border-style: dashed; padding: 0.8rem; font-size: 0.9rem; }
    .over input[type=file] { border-color: var(--accent); background: var(--hover); }
    ::placeholder { color: var(--soft); opacity: 1; }
    ::file-selector-button { font: inherit; font-weight: 550; color: var(--accent); background: none; border: 0; padding: 0; margin-right: 0.8rem; cursor: pointer; }
    .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.4rem 1.15rem; font: inherit; font-weight: 600; color: var(--text); background: var(--field); border: 1px solid var(--line-strong); border-radius: 99px; text-decoration: none; cursor: pointer; transition: background-color 0.15s, transform 0.15s; }
    .button:hover { color: var(--text); background: var(--hover); }
    .button:active { transform: scale(0.98); }
    .button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
    .button.primary:hover { background: var(--accent-strong); }
    .button.danger { color: var(--bad); border-color: var(--bad); }
    .button.quiet { border-color: transparent; background: none; }
    .button.wide { width: 100%; }
    .button:disabled { opacity: 0.75; cursor: progress; }
    .actions { display: flex; flex-wrap: wrap; gap: 0.7rem; align-items: center; }
    .grid { display: grid; grid-template-columns: 2fr 1fr; gap: 0 1.2rem; }
    .grid .whole { grid-column: 1 / -1; }
    .message { padding: 2rem 2.2rem; }
    .message h1, .message h2 { margin-bottom: 0.8rem; }
    .message .code { font-size: 0.95rem; font-weight: 650; color: var(--soft); margin-bottom: 0.2rem; }
    .empty h2 { font-size: 1.5rem; }
    .note { padding: 0.6rem 0.9rem; border-radius: 12px; background: var(--warn-back); color: var(--warn-text); font-size: 0.92rem; }
    .note.good { background: var(--good-back); color: var(--good-text); margin-bottom: 1rem; }
    .note.bad { background: var(--bad-back); color: var(--bad); }
    .problem h2 { color: var(--bad); }
    .results, .remarks { margin: 0; padding: 0; list-style: none; }
    .results li { padding: 0.7rem 0; border-top: 1px solid var(--line); }
    .results li:last-child { padding-bottom: 0; }
    .results p { margin: 0.2rem 0 0; }
    .remarks li { padding-left: 1.2rem; position: relative; }
    .remarks li + li { margin-top: 0.4rem; }
    .remarks li::before { content: ""; position: absolute; left: 0.1rem; top: 0.6em; width: 0.45rem; height: 0.45rem; border-radius: 50%; background: var(--track); }
    .crumb { margin-bottom: 0.8rem; font-size: 0.95rem; }
    .title { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 0.8rem 1.5rem; }
    .title .where { margin-top: 0.35rem; }
    .pair { display: grid; grid-template-columns: minmax(0, 1.12fr) minmax(0, 1fr); gap: var(--gap); align-items: stretch; }
    .energy .big { font-size: 1.9rem; font-weight: 700; letter-spacing: -0.02em; margin-bottom: 0.3rem; font-variant-numeric: tabular-nums; }
    .energy .big .where { letter-spacing: 0; }
    .source { font-size: 0.84rem; color: var(--soft); }
    .other { padding-top: 0.7rem; border-top: 1px solid var(--line); }
    .prose { white-space: pre-wrap; }
    .edit { margin-top: var(--gap); }
    .nothing { padding: 3rem 1.5rem; text-align: center; color: var(--soft); }

    """#
}

extension Stylesheet {
  /// The styles of tracks and profiles.
  static let pictures = #"""
    .map { display: flex; align-items: center; background-image: linear-gradient(160deg, var(--hover), transparent 70%); }
    .track { display: block; width: 100%; height: auto; max-height: 38rem; overflow: visible; }
    .track path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
    .track-grid { stroke: var(--line); stroke-width: 1; opacity: 0.7; }
    .track-edge { stroke: var(--solid); stroke-width: 8; opacity: 0.85; }
    .track-line { stroke: var(--track); stroke-width: 3.6; }
    .track-start { fill: var(--solid); stroke: var(--accent); stroke-width: 4; }
    .track-end { fill: var(--track); stroke: var(--solid); stroke-width: 3; }
    .track-scale { stroke: var(--text); stroke-width: 2; }
    .track-label { fill: var(--text); font-size: 15px; font-weight: 550; font-variant-numeric: tabular-nums; }
    .profiles { display: grid; gap: 1.6rem; }
    .plot h2 { font-size: 0.95rem; margin-bottom: 0.2rem; }
    .profile { display: block; overflow: visible; margin-left: 4.4rem; width: calc(100% - 4.4rem); }
    .profile path { fill: none; stroke: var(--line-color); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
    .profile .profile-area { fill: var(--line-color); stroke: none; opacity: 0.16; }
    .profile-elevation { --line-color: var(--accent); }
    .profile-pace { --line-color: var(--pace); }
    .profile-heart-rate { --line-color: var(--heart); }
    .profile-grid { stroke: var(--line); stroke-width: 1; }
    .profile-label { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }

    """#
}

extension Stylesheet {
  /// The styles for narrow windows, user preferences, missing browser features and print.
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
