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
      --text: light-dark(#16211d, #eaf1ed);
      --soft: light-dark(#47564f, #a9bab1);
      --accent: light-dark(#14694c, #7fd9b0);
      --accent-strong: light-dark(#0f5a40, #9be6c3);
      --on-accent: light-dark(#ffffff, #06251a);
      --track: light-dark(#c2491d, #ff9361);
      --pace: light-dark(#1c5fa8, #83bcff);
      --heart: light-dark(#b3264a, #ff8ba5);
      --bad: light-dark(#a1261c, #ffa79d);
      --warn-back: light-dark(#ffe9bf, #4a3710);
      --warn-text: light-dark(#6b4300, #ffdf9e);
      --good-back: light-dark(#d6f2e2, #133d2d);
      --good-text: light-dark(#0c4a33, #b5f0d3);
      --bad-back: light-dark(#fde3df, #4d1d18);
      --on-bad: light-dark(#ffffff, #350a05);
      --page: light-dark(#e9efe9, #0b1210);
      --glow-1: light-dark(#bfe0cf, #12392c);
      --glow-2: light-dark(#fbe0bd, #3a2a18);
      --glow-3: light-dark(#c6dcef, #14293d);
      --glass: light-dark(rgb(255 255 255 / 0.62), rgb(27 38 34 / 0.62));
      --solid: light-dark(#f9fbf9, #16201c);
      --field: light-dark(rgb(255 255 255 / 0.82), rgb(9 15 13 / 0.6));
      --edge: light-dark(rgb(255 255 255 / 0.75), rgb(255 255 255 / 0.09));
      --line: light-dark(rgb(22 33 29 / 0.12), rgb(234 241 237 / 0.13));
      --line-strong: light-dark(#6d7f76, #7d9086);
      --hover: light-dark(rgb(20 105 76 / 0.07), rgb(127 217 176 / 0.09));
      --shadow: 0 1px 2px light-dark(rgb(20 40 30 / 0.06), rgb(0 0 0 / 0.4)), 0 12px 32px -12px light-dark(rgb(20 40 30 / 0.22), rgb(0 0 0 / 0.7));
      --radius: 22px;
      --gap: 1.25rem;
    }
    :root[data-theme=light] { color-scheme: light; }
    :root[data-theme=dark] { color-scheme: dark; }
    :root[data-text=large] { font-size: 112.5%; }
    :root[data-text=larger] { font-size: 131.25%; }
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
    input[type=date]:focus-within, input[type=datetime-local]:focus-within { outline: 3px solid var(--accent); outline-offset: 3px; }
    code { font: 0.9em ui-monospace, "Cascadia Code", "Liberation Mono", monospace; }
    main { max-width: 76rem; margin: 0 auto; padding: 1.5rem clamp(0.9rem, 3vw, 2rem) 3rem; }
    a, b, strong, del, ins, small, time, code, .where, .chip, .prose, input:is([type=text], [type=search]), textarea { unicode-bidi: plaintext; }
    [hidden] { display: none !important; }
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
    .card { border-radius: var(--radius); padding: 1.25rem 1.4rem; min-width: 0; container-type: inline-size; }
    .card > :is(h1, h2) { margin-bottom: 0.8rem; }
    .flush { padding: 0; overflow: hidden; }
    .flush > .heading { padding: 1.1rem 1.4rem 0.4rem; }
    .heading { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin-bottom: 0.6rem; }
    .heading h2 { min-width: 0; overflow-wrap: anywhere; }
    .heading h2 a { display: inline-block; min-width: 1.6rem; padding-block: 0.15rem; }
    .bar { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: 0.5rem 1rem; padding: 0.6rem clamp(0.9rem, 3vw, 2rem); border-width: 0 0 1px; box-shadow: none; }
    .brand { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 2.5rem; font-weight: 700; font-size: 1.1rem; color: var(--text); text-decoration: none; letter-spacing: -0.01em; }
    .apps { display: flex; flex-wrap: wrap; align-items: center; gap: 0.15rem; min-width: 0; margin-right: auto; }
    .apps a { display: inline-flex; align-items: center; min-height: 2.5rem; padding: 0 0.85rem; white-space: nowrap; font-weight: 550; color: var(--text); text-decoration: none; border-radius: 99px; }
    .apps a:hover { background: var(--hover); }
    .apps a[aria-current] { background: var(--hover); color: var(--accent); }
    .symbol { flex: none; width: 1.2em; height: 1.2em; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; pointer-events: none; }
    .apps .symbol { margin-right: 0.45rem; }
    .cards h2 .symbol { width: 1.6rem; height: 1.6rem; margin-right: 0.5rem; vertical-align: -0.3rem; color: var(--accent); }
    .find { flex: 1 0 8rem; max-width: 14rem; }
    .find input[type=search] { min-height: 2.5rem; padding-block: 0.3rem; border-radius: 99px; }
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: var(--gap); align-items: start; }
    .cards h2 a { color: var(--text); text-decoration: none; font-size: 1.3rem; }
    .cards h2 a::after { content: " ›" / ""; color: var(--soft); font-weight: 400; }
    .cards h2 a:hover { text-decoration: underline; }
    .latest { list-style: none; margin: 1.1rem 0 0; padding: 0; }
    .latest:first-child, h2 + .latest { margin-top: 0; }
    .latest li { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: baseline; gap: 0 1rem; padding: 0.65rem 0; border-top: 1px solid var(--line); }
    .latest li:last-child { padding-bottom: 0; }
    .latest a { font-weight: 600; color: var(--text); text-decoration: none; }
    .latest a::after { content: ""; position: absolute; inset: 1px -0.6rem; border-radius: 10px; }
    .latest li:hover a { text-decoration: underline; }
    .latest a:focus-visible { outline: none; }
    .latest a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; }
    .latest .where { white-space: nowrap; font-size: 0.86rem; }
    .latest .detail { grid-column: 1 / -1; color: var(--soft); font-size: 0.9rem; }
    .live { position: fixed; left: 50%; bottom: 1.2rem; z-index: 6; margin: 0; width: max-content; max-width: calc(100vw - 2rem); translate: -50% 0; font-size: 0.9rem; color: var(--page); }
    .live:not(:empty) { padding: 0.5rem 1.1rem; border-radius: 99px; background: var(--text); box-shadow: var(--shadow); }
    .columns { display: grid; grid-template-columns: minmax(0, 1fr) 19.5rem; gap: var(--gap); align-items: start; }
    .columns > .upload { position: sticky; top: 4.6rem; }
    .columns > .upload:has(.results > li) { position: static; }
    .figures { --across: 2; --space: 1.2rem; display: flex; flex-wrap: wrap; gap: 1.1rem var(--space); margin: 0; }
    .figure { flex: none; min-width: calc((100% - (var(--across) - 1) * var(--space)) / var(--across)); max-width: 100%; }
    .figure dt { font-size: 0.86rem; color: var(--soft); }
    .figure dt, .figure dd { white-space: nowrap; }
    .figure small { white-space: normal; }
    .figure dd { margin: 0.1rem 0 0; font-size: 1.45rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
    .tight .figure dd { font-size: 1.3rem; }
    .figure .unit { font-size: 0.62em; font-weight: 550; letter-spacing: 0; color: var(--soft); }
    .figure small { display: block; font-size: 0.8rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
    .objects { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .objects th, .objects td { padding: 0.75rem 0 0.75rem 0.7rem; text-align: right; vertical-align: middle; }
    .objects th:first-child { text-align: left; padding-left: 1.4rem; width: 36%; overflow-wrap: anywhere; }
    .objects td:last-child, .objects th:last-child { padding-right: 1.4rem; }
    .objects td { font-size: 0.95rem; }
    .objects thead th { font-size: 0.84rem; font-weight: 500; color: var(--soft); padding-block: 0.4rem; white-space: nowrap; }
    .objects tbody tr { border-top: 1px solid var(--line); position: relative; }
    .objects tbody tr:hover { background: var(--hover); }
    .objects tbody th { font-weight: 600; }
    .objects tbody a { color: var(--text); text-decoration: none; }
    .objects tbody a::after { content: ""; position: absolute; inset: 0; }
    .objects tbody tr:hover a { text-decoration: underline; }
    .objects tbody a:focus-visible { outline: none; }
    .objects tbody a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 10px; }
    .objects time, .objects tbody .where { display: block; font-size: 0.86rem; font-weight: 400; color: var(--soft); }
    .objects tbody .chip { margin-top: 0.3rem; font-size: 0.78rem; }
    .objects thead a { display: inline-flex; align-items: center; min-height: 1.7rem; color: var(--soft); text-decoration: none; white-space: nowrap; }
    .objects [aria-sort] a::after { content: "↓" / ""; margin-left: 0.25rem; }
    .objects [aria-sort=ascending] a::after { content: "↑" / ""; }
    .objects thead a:hover { text-decoration: underline; }
    .objects [aria-sort] a { color: var(--text); font-weight: 650; }
    .objects td { white-space: nowrap; }
    .filters { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.7rem; align-items: end; padding: 0.3rem 1.4rem 1rem; }
    .filters label { display: grid; gap: 0.2rem; min-width: 0; font-size: 0.84rem; color: var(--soft); }
    .filters input[type] { min-width: 0; min-height: 2.5rem; padding: 0.3rem 0.7rem; color: var(--text); }
    .filters .wide-input { grid-column: 1 / -1; }
    .filters .button { min-height: 2.5rem; }
    .pager { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; padding: 1rem 1.4rem; border-top: 1px solid var(--line); }
    .pager .button:only-child[rel=next] { margin-left: auto; }
    .chip { display: inline-block; padding: 0.12rem 0.7rem; border-radius: 99px; font-size: 0.84rem; font-weight: 550; background: var(--good-back); color: var(--good-text); }
    .chip.warn { background: var(--warn-back); color: var(--warn-text); }
    .where { color: var(--soft); font-weight: 400; font-size: 0.92rem; }
    .field { margin: 0 0 1.1rem; }
    .field label { display: block; font-weight: 550; font-size: 0.92rem; margin-bottom: 0.3rem; }
    .field small { display: block; margin-top: 0.3rem; color: var(--soft); font-size: 0.84rem; line-height: 1.4; }
    input:is([type=text], [type=search], [type=password], [type=number], [type=email], [type=tel], [type=url], [type=date], [type=time], [type=datetime-local]), select, textarea, input[type=file] { width: 100%; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line-strong); border-radius: 12px; padding: 0.55rem 0.8rem; }
    input:is([type=text], [type=search], [type=password], [type=number], [type=email], [type=tel], [type=url], [type=date], [type=time], [type=datetime-local]), select { min-height: 2.75rem; }
    select { appearance: none; padding-right: 2.4rem; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%); background-position: right 1.2rem center, right 0.85rem center; background-size: 0.36rem 0.36rem; background-repeat: no-repeat; }
    option { color: var(--text); background: var(--solid); }
    .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1.1rem 1.2rem; align-items: start; }
    .fields .field { margin: 0; }
    .field .note { display: block; margin-top: 0.4rem; font-weight: 400; overflow-wrap: anywhere; }
    .card > .note { margin-bottom: 1rem; }
    [aria-invalid=true] { border-color: var(--bad) !important; }
    input:disabled { color: var(--soft); border-style: dashed; }
    textarea { resize: vertical; display: block; }
    input[type=file] { border-style: dashed; padding: 0.8rem; font-size: 0.9rem; }
    .over input[type=file] { border-color: var(--accent); background: var(--hover); }
    ::placeholder { color: var(--soft); opacity: 1; }
    ::file-selector-button { font: inherit; font-weight: 550; color: var(--accent); background: none; border: 0; padding: 0; margin-right: 0.8rem; cursor: pointer; }
    .button { display: inline-flex; white-space: nowrap; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.4rem 1.15rem; font: inherit; font-weight: 600; color: var(--text); background: var(--field); border: 1px solid var(--line-strong); border-radius: 99px; text-decoration: none; cursor: pointer; transition: background-color 0.15s, transform 0.15s; }
    .button:hover { color: var(--text); background: var(--hover); }
    .button:active { transform: scale(0.98); }
    .button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
    .button.primary:hover { background: var(--accent-strong); }
    .button.danger { color: var(--bad); border-color: var(--bad); }
    .message .button.danger { color: var(--on-bad); background: var(--bad); }
    .button.quiet { border-color: transparent; background: none; }
    .button.quiet:hover { background: var(--hover); }
    .button.wide { width: 100%; }
    .button:disabled, .button[aria-disabled=true] { opacity: 0.75; cursor: progress; }
    .actions { display: flex; flex-wrap: wrap; gap: 0.7rem; align-items: center; }
    .actions > * { max-width: 100%; }
    .downloads { display: flex; flex-wrap: wrap; align-items: center; gap: 0.1rem 0.8rem; margin: 0.4rem 0 0; font-size: 0.92rem; color: var(--soft); }
    .downloads a { display: inline-flex; align-items: center; justify-content: center; min-width: 1.65rem; min-height: 1.65rem; }
    form + .source, form + .edit { margin-top: 0.75rem; }
    .actions .button { flex: none; max-width: 100%; white-space: normal; text-align: center; }
    .grid { display: grid; grid-template-columns: 2fr 1fr; gap: 0 1.2rem; }
    .grid .whole { grid-column: 1 / -1; }
    .message { padding: 2rem 2.2rem; }
    .message h1, .message h2 { margin-bottom: 0.8rem; }
    .message .code { font-size: 0.95rem; font-weight: 650; color: var(--soft); margin-bottom: 0.2rem; }
    .empty h2 { font-size: 1.5rem; }
    .note { padding: 0.6rem 0.9rem; border-radius: 12px; background: var(--warn-back); color: var(--warn-text); font-size: 0.92rem; }
    .note a { color: inherit; }
    .note.good { background: var(--good-back); color: var(--good-text); margin-bottom: 1rem; }
    .note.bad { background: var(--bad-back); color: var(--bad); }
    .stack > .note { margin: 0; }
    .problem h2 { color: var(--bad); }
    .results, .remarks { margin: 0; padding: 0; list-style: none; }
    .results li { padding: 0.7rem 0; border-top: 1px solid var(--line); }
    .results li:first-child { border-top: 0; padding-top: 0.1rem; }
    .results li:last-child { padding-bottom: 0; }
    .results a { font-weight: 600; overflow-wrap: anywhere; }
    .results p { margin: 0.2rem 0 0; }
    .uploads .upload-status:not(:empty) { margin-top: 1.2rem; font-weight: 600; overflow-wrap: anywhere; }
    .uploads .upload-status.bad { color: var(--bad); }
    .uploads .results:not(:empty) { margin-top: 0.6rem; }
    .uploads li > strong { overflow-wrap: anywhere; }
    .uploads .state { font-size: 0.9rem; color: var(--soft); overflow-wrap: anywhere; }
    .uploads [data-state=failed] .state { color: var(--bad); }
    .uploads form { margin-top: 0.8rem; }
    progress { appearance: none; display: block; width: 100%; height: 0.5rem; margin: 0.4rem 0 0.2rem; border: 0; border-radius: 99px; background: var(--line); color: var(--accent); overflow: hidden; }
    ::-webkit-progress-bar { background: none; }
    ::-webkit-progress-value { background: var(--accent); border-radius: 99px; }
    ::-moz-progress-bar { background: var(--accent); }
    progress:indeterminate { background: linear-gradient(90deg, var(--accent) 0 40%, var(--line) 40%) 0 / 250% 100%; animation: indeterminate 1.2s linear infinite; }
    @keyframes indeterminate { from { background-position: 100% 0; } to { background-position: -66% 0; } }
    .remarks li { padding-left: 1.2rem; position: relative; }
    .remarks li + li { margin-top: 0.4rem; }
    .remarks li::before { content: ""; position: absolute; left: 0.1rem; top: 0.6em; width: 0.45rem; height: 0.45rem; border-radius: 50%; background: var(--track); }
    .crumb { margin-bottom: 0.4rem; font-size: 0.95rem; overflow-wrap: anywhere; }
    .crumb a { display: inline-flex; align-items: center; min-height: 1.9rem; }
    .title { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 0.8rem 1.5rem; }
    .title .where { margin-top: 0.35rem; }
    .title + .columns { margin-top: var(--gap); }
    .pair { display: grid; grid-template-columns: minmax(0, 1.12fr) minmax(0, 1fr); gap: var(--gap); align-items: stretch; }
    .pair > .stack { grid-template-rows: auto 1fr; align-content: stretch; }
    .energy .big { font-size: 1.9rem; font-weight: 700; letter-spacing: -0.02em; margin-bottom: 0.3rem; font-variant-numeric: tabular-nums; }
    .energy .big .where { letter-spacing: 0; }
    .source { font-size: 0.84rem; color: var(--soft); }
    .other { padding-top: 0.7rem; border-top: 1px solid var(--line); }
    .offer { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.6rem; margin-bottom: 1rem; }
    .offer > :last-child { flex: 1 1 15rem; min-width: 0; }
    .offer strong { display: block; font-size: 1.7rem; letter-spacing: 0.06em; font-variant-numeric: tabular-nums; }
    .offer svg { display: block; border-radius: 14px; }
    .prose { white-space: pre-wrap; }
    details { margin-top: 1rem; }
    summary { padding: 0.25rem 0; font-weight: 550; cursor: pointer; }
    .edit { margin-top: var(--gap); }
    .nothing { padding: 3rem 1.5rem; text-align: center; color: var(--soft); }

    """#
}

extension Stylesheet {
  /// The styles that depend on the width of a card.
  ///
  /// In container queries `rem` follows the text size of the settings, unlike in media queries.
  static let widths = #"""
    @container (min-width: 24rem) {
      .figures { --across: 3; }
    }
    @container (min-width: 38rem) {
      .figures { --across: 4; }
      .filters { display: flex; flex-wrap: wrap; }
      .filters label { flex: 0 1 9.4rem; }
      .filters .wide-input { flex: 1 1 10rem; }
    }
    @container (max-width: 12rem) {
      .figure dt, .figure dd, .objects td, .latest .where { white-space: normal; overflow-wrap: anywhere; }
      .latest li, .filters { grid-template-columns: minmax(0, 1fr); }
    }
    @container (max-width: 28rem) {
      .data { font-size: 0.88rem; }
      .data th, .data td { padding-inline: 0.45rem; }
      .label-wide { display: none; }
    }
    @container (max-width: 43rem) {
      .objects, .objects thead, .objects tbody { display: block; }
      .objects thead tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0.15rem; padding: 0 0.7rem 0.7rem; }
      .objects thead tr::before { content: "Sort by" / ""; padding: 0 0.4rem; font-size: 0.84rem; color: var(--soft); }
      .objects thead th, .objects thead th:first-child, .objects thead th:last-child { width: auto; padding: 0; }
      .objects thead th:not(:has(a)) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .objects thead a { min-height: 2.2rem; padding: 0 0.4rem; border-radius: 99px; }
      .objects [aria-sort] a { background: var(--hover); }
      .objects tbody tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: 0.6rem 0.8rem; padding: 0.9rem 1.1rem; }
      .objects tbody th:first-child { grid-column: 1 / -1; padding: 0; width: auto; }
      .objects tbody td, .objects td:last-child { padding: 0; text-align: left; font-weight: 550; }
      .objects tbody td::before { content: attr(data-label); display: block; font-size: 0.78rem; font-weight: 400; color: var(--soft); }
      .filters { padding-inline: 1.1rem; }
      .pager { padding-inline: 1.1rem; }
    }

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
    .year { display: block; width: 100%; min-width: 44rem; height: auto; }
    .calendar { margin-top: 1.3rem; }
    .caption { margin: 0 0 0.3rem; font-size: 0.86rem; color: var(--soft); }
    .scroll { padding-block: 4px; overflow-x: auto; scrollbar-width: thin; }
    @property --fade { syntax: "<length>"; inherits: false; initial-value: 0px; }
    @keyframes fade { from { --fade: 2.5rem; } to { --fade: 0px; } }
    @supports (animation-timeline: scroll()) {
      .scroll, .tabs {
        -webkit-mask-image: linear-gradient(to right, #000 calc(100% - var(--fade)), transparent);
        mask-image: linear-gradient(to right, #000 calc(100% - var(--fade)), transparent);
        animation: fade linear;
        animation-timeline: scroll(self inline);
      }
    }
    :where(.year) rect { width: 11px; height: 11px; rx: 3px; fill: var(--line); }
    .day-1 { fill: color-mix(in oklab, var(--accent) 35%, var(--solid)); }
    .day-2 { fill: color-mix(in oklab, var(--accent) 55%, var(--solid)); }
    .day-3 { fill: color-mix(in oklab, var(--accent) 78%, var(--solid)); }
    .day-4 { fill: var(--accent); }
    .day-label { fill: var(--soft); font-size: 10px; }
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
