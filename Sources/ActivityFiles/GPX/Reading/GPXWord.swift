// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The local names of elements that a GPX reader knows.
enum GPXWord: String, CaseIterable {
  case gpx, metadata, author, copyright, bounds, extensions, email, link, year, license, text
  case wpt, rte, rtept, trk, trkseg, trkpt
  case name, desc, cmt, src, type, number, keywords, time, url, urlname
  case ele, magvar, geoidheight, sym, fix, sat, hdop, vdop, pdop, ageofdgpsdata, dgpsid
  case speed, course
  case trackPointExtension = "TrackPointExtension"
  case hr, heartrate, cad, cadence, atemp, temp, temperature, wtemp, depth, bearing
  case garminTemperature = "Temperature"
  case garminDepth = "Depth"
  case power
  case watts
  case powerInWatts = "PowerInWatts"
  case hAcc, vAcc
  case openTracksHorizontal = "accuracy_horizontal"
  case openTracksVertical = "accuracy_vertical"
  case gain, loss, distance, trackid

  /// All words, so that a place in the list leads to one quickly.
  static let all = Array(allCases)
}
