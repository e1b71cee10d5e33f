// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// The styles of two versions side by side, and of codes that are shown once.
  static let sync = #"""
    .heading .chip { flex: none; white-space: nowrap; }
    .conflict h2 { margin-bottom: 0.2rem; overflow-wrap: anywhere; }
    .versions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0.8rem; margin: 0 0 1rem; }
    .version { min-width: 0; padding: 0.7rem 0.9rem; border: 1px solid var(--line-strong); border-radius: 12px; }
    .version.overwritten { border-style: dashed; }
    .version dt { font-size: 0.86rem; color: var(--soft); }
    .version dd { margin: 0.1rem 0 0; font-weight: 600; overflow-wrap: anywhere; white-space: pre-wrap; }
    .version small { display: block; margin-top: 0.2rem; font-size: 0.8rem; font-weight: 400; color: var(--soft); }
    .button[aria-current] { background: var(--hover); border-color: var(--accent); color: var(--accent); }
    .secret { font-size: 1.3rem; text-align: center; overflow-wrap: anywhere; }
    .check { display: flex; align-items: center; gap: 0.7rem; }
    .check input { flex: none; width: 1.6rem; height: 1.6rem; accent-color: var(--accent); }
    code { overflow-wrap: anywhere; }

    """#
}
