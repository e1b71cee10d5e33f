// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// Tracks and profiles.
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
