// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@Suite struct CSAFETests {
  @Test func `frames of real monitors are decoded, and encoded to the same bytes`() throws {
    let frames = try PM5MessageTests.vectors().csafe
    #expect(frames.count == 6)
    for vector in frames where vector.ok {
      let bytes = try #require([UInt8](hex: vector.frame))
      let frame = try CSAFEFrame(bytes: bytes)
      #expect(frame.bytes == bytes, "\(vector.frame)")
      if let contents = vector.contents, !contents.contains("extended") {
        #expect(frame.contents == [UInt8](hex: contents.split(separator: " ").joined()))
      }
    }
    let extended = try CSAFEFrame(bytes: try #require([UInt8](hex: frames[4].frame)))
    #expect(extended.addresses == CSAFEFrame.Addresses(destination: 0xfd, source: 0))
    let stuffed = try CSAFEFrame(bytes: try #require([UInt8](hex: frames[5].frame)))
    #expect(stuffed.contents == [0xf0, 0x81, 0xf1, 0xf2, 0xf3])
  }

  @Test func `an encoded frame decodes to itself`() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<20_000 {
      let contents = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0xE0...0xFF, using: &random)
      }
      let addresses =
        Bool.random(using: &random)
        ? CSAFEFrame.Addresses(
          destination: UInt8.random(in: 0...255, using: &random),
          source: UInt8.random(in: 0...255, using: &random)) : nil
      let frame = CSAFEFrame(contents: contents, addresses: addresses)
      #expect(try CSAFEFrame(bytes: frame.bytes) == frame)
    }
  }

  @Test(arguments: [
    "", "f1", "f1f2", "f17603a38581d3f2", "017603a38581d2f2", "f17603a38581d2", "f1f304f2",
    "f176f1f2", "f1f3f2", "f0fdf2",
  ])
  func `a damaged frame is an error`(hex: String) throws {
    let bytes = try #require([UInt8](hex: hex))
    #expect(throws: PM5Error.self) { try CSAFEFrame(bytes: bytes) }
  }

  @Test(arguments: [
    "just row", "2000m", "30:00", "5000m@1000m", "1:00:00", "0:20.5", "100cal", "50wmin",
    "x500m/2:00r", "x1:00/0:30r", "x20cal/1:00r", "x500m/...r", "x50wmin/1:00r", "5x500m/2:00r",
    "10x0:30/1:00r", "3x2000m", "v4:00/1:00r,3:00/1:00r,2:00", "v500m/...r,250m", "4x20cal/0:30r",
  ])
  func `a workout's text and its frames give the same workout`(text: String) throws {
    let plan = try WorkoutPlan(text: text)
    #expect(plan.text == text)
    let frames = plan.frames
    for frame in frames {
      #expect(frame.bytes.count <= CSAFEFrame.maximumSize)
      #expect(try CSAFEFrame(bytes: frame.bytes) == frame)
    }
    #expect(try WorkoutPlan(frames: frames) == plan)
  }

  @Test func `a fixed distance is programmed with its commands`() throws {
    let frames = try WorkoutPlan(text: "2000m@500m").frames
    #expect(
      frames.map(\.contents.hex) == [
        "7618" + "010103" + "03058000000" + "7d0" + "0505800000" + "01f4" + "140101" + "13020101"
      ])
  }

  @Test func `texts of the logbook are read`() throws {
    #expect(try WorkoutPlan(text: "5x500m/2:00r row").text == "5x500m/2:00r")
    #expect(try WorkoutPlan(text: " 5000m row ").text == "5000m")
    #expect(try WorkoutPlan(text: "2K").text == "2000m")
  }

  @Test(arguments: [
    "x", "0m", "-5m", "5x", "51x500m", "0x500m", "v", "v500m,", "2000", "1:60", "1:2:3:4",
    "5x500m/2:00",
    "500m/99:99:99r", "2000m@@500m", "1000000m", "ä", "5x500m/1:00.5r",
  ])
  func `a malformed text is an error`(text: String) {
    #expect(throws: PM5Error.self) { try WorkoutPlan(text: text) }
  }
}
