// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// Cards, tables, figures and forms.
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
