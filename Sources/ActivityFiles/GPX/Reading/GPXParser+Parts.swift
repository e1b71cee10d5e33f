// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The containers of points: the root, tracks, segments and routes.
extension GPXParser {
  func startInRoot(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    switch word {
    case .trk, .rte:
      sendMetadata()
      info = GPXTrackInfo()
      infoLink = LegacyLink()
      lastTime = nil
      hasTrackBegun = false
      push(word == .trk ? .track : .route, word)
    case .wpt:
      sendMetadata()
      startPoint(.waypoint, word, attributes, stream)
    case .metadata:
      push(.metadata, word)
    case .name, .desc, .author, .email, .url, .urlname, .time, .keywords:
      startText(word, stream)
    case .bounds:
      startBounds(attributes)
    case .gpx, .rtept, .trkseg, .trkpt:
      skipMisplaced(word, stream)
    default:
      skip()
    }
  }

  func startInTrack(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    if word == .trkseg {
      beginInfo(.track)
      events.append(.segmentBegan)
      segmentPoints = 0
      isBreakPending = false
      push(.segment, word)
    } else {
      startInInfo(word, attributes, stream)
    }
  }

  func startInRoute(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    if word == .rtept {
      beginInfo(.route)
      startPoint(.routePoint, word, attributes, stream)
    } else {
      startInInfo(word, attributes, stream)
    }
  }

  func startInSegment(_ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream) {
    if word == .trkpt {
      startPoint(.trackPoint, word, attributes, stream)
    } else {
      skipMisplaced(word, stream)
    }
  }

  /// Starts an element of a track's or route's information.
  private func startInInfo(
    _ word: GPXElement, _ attributes: XMLAttributes, _ stream: XMLStream
  ) {
    switch word {
    case .name, .cmt, .desc, .src, .number, .type, .url, .urlname:
      startText(word, stream)
    case .link:
      startLink(attributes)
    case .extensions:
      push(.infoExtensions, word)
    default:
      skipMisplaced(word, stream)
    }
  }

  /// Decodes the text of an element of a track's or route's information.
  func endInfoText(_ word: GPXElement, _ stream: XMLStream) {
    let bytes = stream.consumeText()
    if word == .number {
      guard let number = DecimalCoding.integer(bytes) else {
        return reportNumber(word, bytes, stream)
      }
      info.number = number
      return
    }
    guard let text = text(bytes, word, stream) else { return }
    switch word {
    case .name: info.name = text
    case .cmt: info.comment = text
    case .desc: info.desc = text
    case .src: info.source = text
    case .type: info.type = text
    case .url: infoLink.url = text
    case .urlname: infoLink.title = text
    case .trackid: info.trackID = text
    default: break
    }
  }

  /// Sends the start of the track or route before its first child.
  private func beginInfo(_ context: Context) {
    guard !hasTrackBegun else { return }
    hasTrackBegun = true
    events.append(context == .track ? .trackBegan(info) : .routeBegan(info))
  }

  func endInfo(_ context: Context) {
    beginInfo(context)
    if let link = infoLink.consume() { info.links.append(link) }
    events.append(context == .track ? .trackEnded(info) : .routeEnded(info))
  }

  func endSegment(_ stream: XMLStream) {
    if segmentPoints == 0 {
      issue(.emptySegment, stream, "The segment has no usable point", "The empty segment is kept")
    }
    events.append(.segmentEnded)
  }
}
