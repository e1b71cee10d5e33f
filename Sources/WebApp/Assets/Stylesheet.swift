// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The look: translucent cards over a soft landscape, quiet and legible.
///
/// All colours of text have a contrast of at least 4.5 to 1 with what they stand on, also where the
/// cards are opaque.
enum Stylesheet {
  /// Colours, sizes and the page.
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
