// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Stylesheet {
  /// The styles of maps outside of their shadow trees, and of the position in profiles.
  static let maps = #"""
    .map-view { flex: 1 1 auto; align-self: stretch; min-width: 0; }
    .track-view { flex: 1 1 auto; min-width: 0; }
    .track-view:focus-within { outline: 3px solid var(--accent); outline-offset: -3px; }
    .profile-cursor { display: none; stroke: var(--text); stroke-width: 1.5; transform-box: view-box; transform: translateX(calc(var(--track-part, 0) * 100%)); }
    [data-track-part] .profile-cursor { display: inline; }

    """#
}
