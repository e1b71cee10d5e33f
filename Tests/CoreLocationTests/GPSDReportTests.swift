// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@Suite struct GPSDReportTests {
  @Test func `a report has its position, time and errors`() throws {
    let report = try #require(
      GPSDReport(
        line: #"{"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-22T09:53:21.798Z","#
          + #""ept":0.005,"lat":-27.210698333,"lon":153.052141667,"altHAE":60.4,"altMSL":18.2,"#
          + #""alt":18.2,"track":100.78,"speed":0.592,"climb":-1.301,"eph":142.5,"epv":30}"#))
    let location = try #require(report.location(at: #require(report.time)))
    #expect(location.coordinate.latitude == -27.210698333)
    #expect(location.altitude == 18.2)
    #expect(location.horizontalAccuracy == 142.5)
    #expect(location.verticalAccuracy == 30)
    #expect(location.speed == 0.592)
    #expect(location.course == 100.78)
    #expect(
      abs(location.timestamp.timeIntervalSince(try date("2026-11-22T09:53:21Z")) - 0.798) < 1e-6)
  }

  @Test func `a report without an error estimate has an assumed accuracy`() throws {
    let report = try #require(GPSDReport(line: #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#))
    #expect(report.horizontalAccuracy == GPSDReport.assumedAccuracy)
    #expect(report.altitude == nil)
  }

  @Test(arguments: [
    #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":3,"lat":200,"lon":2}"#,
    #"{"class":"TPV","mode":3,"lat":1}"#, #"{"class":"TPV"}"#,
  ])
  func `a report without a fix has no location`(_ line: String) throws {
    #expect(try #require(GPSDReport(line: line)).location(at: .now) == nil)
  }

  @Test(arguments: [
    "", "{", #"{"class":"SKY","satellites":[]}"#, #"{"class":"TPV","mode":"3"}"#, "garbage",
    #"{"class":"TPV""#, #"[{"class":"TPV"}]"#, #"{"class":"TPV","mode":3,"lat":1e999,"lon":0}"#,
  ])
  func `another or a malformed line is no report`(_ line: String) {
    #expect(GPSDReport(line: line) == nil)
  }
}
