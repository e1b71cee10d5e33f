// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name of a place beside its mark, where no other name or mark is.
struct MapLabel {
  /// A rectangle that a name or a mark fills.
  struct Box {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double

    init(left: Double, right: Double, top: Double, bottom: Double) {
      (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }

    /// The rectangle of a mark.
    init(around point: MapFrame.Point) {
      self.init(left: point.x - 12, right: point.x + 12, top: point.y - 12, bottom: point.y + 12)
    }

    func intersects(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  // The text of a narrow window is larger in units of the picture, and must fit as well.
  /// The height of a line of text in units of the picture.
  private static let lineHeight = 28.0
  /// The width of a character, on the average, with some reserve.
  private static let characterWidth = 13.2
  private static let longest = 26

  let box: Box
  let svg: String

  /// Places a name to the right, to the left, below or above its mark; nil if none of them is free.
  init?(_ text: String, at point: MapFrame.Point, in frame: MapFrame, avoiding boxes: [Box]) {
    let text = text.count > Self.longest ? "\(text.prefix(Self.longest - 1))…" : text
    let width = Double(text.count) * Self.characterWidth
    let half = Self.lineHeight / 2
    let places: [(anchor: String, x: Double, y: Double, left: Double)] = [
      ("start", point.x + 15, point.y, point.x + 15),
      ("end", point.x - 15, point.y, point.x - 15 - width),
      ("middle", point.x, point.y + 28, point.x - width / 2),
      ("middle", point.x, point.y - 28, point.x - width / 2),
    ]
    for place in places {
      let box = Box(
        left: place.left, right: place.left + width, top: place.y - half, bottom: place.y + half)
      guard box.left >= 2, box.right <= MapFrame.width - 2, box.top >= 2,
        box.bottom <= frame.height - 2, !boxes.contains(where: box.intersects)
      else { continue }
      self.box = box
      svg =
        #"<text class="map-label" text-anchor="\#(place.anchor)" x="\#(MapPath.number(place.x))" "#
        + #"y="\#(MapPath.number(place.y + 5.5))">\#(ExportedText.escaped(text))</text>"#
      return
    }
    return nil
  }
}
