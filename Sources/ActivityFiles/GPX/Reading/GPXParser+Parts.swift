// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parts of a file that hold points: the root, tracks, segments and routes.
extension GPXParser {
  func startInRoot(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
    switch word {
    case .trk, .rte:
      sendMetadata()
      info = GPXTrackInfo()
      infoLink = OldLink()
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

  func startInTrack(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
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

  func startInRoute(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
    if word == .rtept {
      beginInfo(.route)
      startPoint(.routePoint, word, attributes, stream)
    } else {
      startInInfo(word, attributes, stream)
    }
  }

  func startInSegment(_ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream) {
    if word == .trkpt {
      startPoint(.trackPoint, word, attributes, stream)
    } else {
      skipMisplaced(word, stream)
    }
  }

  /// Starts an element about a track or route.
  private func startInInfo(
    _ word: GPXWord, _ attributes: XMLAttributes, _ stream: XMLStream
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

  /// Takes the text of an element about a track or route.
  func endInfoText(_ word: GPXWord, _ stream: XMLStream) {
    let bytes = stream.takeText()
    if word == .number {
      guard let number = DecimalText.integer(bytes) else {
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

  /// Announces the track or route before the first of what it holds.
  private func beginInfo(_ context: Context) {
    guard !hasTrackBegun else { return }
    hasTrackBegun = true
    events.append(context == .track ? .trackBegan(info) : .routeBegan(info))
  }

  func endInfo(_ context: Context) {
    beginInfo(context)
    if let link = infoLink.take() { info.links.append(link) }
    events.append(context == .track ? .trackEnded(info) : .routeEnded(info))
  }

  func endSegment(_ stream: XMLStream) {
    if segmentPoints == 0 {
      issue(.emptySegment, stream, "The segment has no usable point", "It is kept, empty")
    }
    events.append(.segmentEnded)
  }
}
