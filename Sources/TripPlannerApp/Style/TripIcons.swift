// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The line icons of the pages, which a page has once as a hidden sprite and shows by reference.
enum TripIcons {
  /// The shapes by name, on a grid of 24 by 24.
  private static let shapes: [(name: String, shape: String)] = [
    ("flight", #"<path d="M3 13.5 21 4l-4.500 16-4.500-6.500z M12 13.500 21 4"/>"#),
    (
      "train",
      #"<rect x="6" y="3" width="12" height="13" rx="3"/><path d="M6 10h12M9.500 13h0M14.500 13h0M9 16l-3 5M15 16l3 5"/>"#
    ),
    (
      "bus",
      #"<rect x="4.500" y="4" width="15" height="13" rx="2.500"/><path d="M4.500 11h15M8 14h0M16 14h0M7.500 17v3M16.500 17v3"/>"#
    ),
    (
      "boat",
      #"<path d="M3 14h18l-2.500 5h-13zM6 14V9h12v5M12 9V4M3 21.500c2 0 2-1 4.500-1s2.500 1 4.500 1 2-1 4.500-1 2.500 1 4.500 1"/>"#
    ),
    (
      "car",
      #"<path d="M4 16v-4l2-5h12l2 5v4zM4 12h16"/><circle cx="7.500" cy="17" r="1.800"/><circle cx="16.500" cy="17" r="1.800"/>"#
    ),
    (
      "bicycle",
      #"<circle cx="6" cy="16" r="3.500"/><circle cx="18" cy="16" r="3.500"/><path d="M6 16l4-7h6l2 7M10 9l3 7h-3zM14 6h3"/>"#
    ),
    (
      "walk",
      #"<circle cx="13" cy="4.500" r="1.800"/><path d="m9 21 2.500-6 3 2.500V21M8 12l2-4 3.500 1 1 3 3 1M11.500 15l.500-5"/>"#
    ),
    (
      "lodging",
      #"<path d="M3 19V6M3 16h18v3M21 16v-3a3 3 0 0 0-3-3h-7v6"/><circle cx="7" cy="11.500" r="2"/>"#
    ),
    (
      "meal",
      #"<path d="M7 3v7M4.500 3v4a2.500 2.500 0 0 0 5 0V3M7 10v11M17 21V3c-2.500 1.500-3.500 4.500-3.500 8H17"/>"#
    ),
    (
      "event",
      #"<path d="M4 7h16v4a1.700 1.700 0 0 0 0 3.400V18H4v-3.600A1.700 1.700 0 0 0 4 11zM14 7v11"/>"#
    ),
    (
      "activity",
      #"<path d="m12 3 2.600 5.600 6 .800-4.400 4.200 1.100 6.100L12 16.700l-5.300 3 1.100-6.100L3.400 9.400l6-.800z"/>"#
    ),
    ("note", #"<path d="M6 3h9l4 4v14H6zM14.500 3v4.500H19M9 12h7M9 16h7"/>"#),
    (
      "place",
      #"<path d="M12 21s7-6.500 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12z"/><circle cx="12" cy="9" r="2.500"/>"#
    ),
    ("check", #"<path d="m5 12.500 5 5 9-11"/>"#),
    ("warning", #"<path d="M12 4 2.500 20h19zM12 10v5M12 17.500h0"/>"#),
    ("more", #"<path d="M5 12h0M12 12h0M19 12h0"/>"#),
    ("up", #"<path d="m6 14 6-6 6 6"/>"#),
    ("down", #"<path d="m6 10 6 6 6-6"/>"#),
    ("undo", #"<path d="M8 5 3.500 9.500 8 14M3.500 9.500H15a5.500 5.500 0 0 1 0 11h-3"/>"#),
    ("redo", #"<path d="m16 5 4.500 4.500L16 14M20.500 9.500H9a5.500 5.500 0 0 0 0 11h3"/>"#),
  ]

  /// The names of the icons.
  static let names = Set(shapes.map(\.name))

  /// The hidden sprite, as HTML.
  static let sprite =
    #"<svg class="sprite" aria-hidden="true">"#
    + shapes.map { #"<symbol id="i-\#($0.name)" viewBox="0 0 24 24">\#($0.shape)</symbol>"# }
    .joined() + "</svg>"
}
