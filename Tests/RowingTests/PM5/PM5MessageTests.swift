// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@Suite struct PM5MessageTests {
  struct Vectors: Decodable {
    struct Vector: Decodable {
      let char: String
      let mode: String
      let hex: String
      let expect: [String: Value]
    }
    struct Frame: Decodable {
      let frame: String
      let ok: Bool
      let contents: String?
    }
    let vectors: [Vector]
    let csafe: [Frame]
  }

  enum Value: Decodable, Equatable {
    case null
    case number(Double)
    case text(String)
    case numbers([Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .numbers(try container.decode([Double].self))
      }
    }

    init(_ value: PM5Value) {
      self =
        switch value {
        case .null: .null
        case .integer(let value): .number(Double(value))
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .integers(let values): .numbers(values.map(Double.init))
        }
    }
  }

  static func vectors() throws -> Vectors {
    try JSONDecoder().decode(Vectors.self, from: Fixture.data("pm5_vectors.json"))
  }

  @Test func `messages of real monitors are decoded, and encoded to the same bytes`() throws {
    let vectors = try Self.vectors().vectors
    #expect(vectors.count == 7)
    for vector in vectors {
      let bytes = try #require([UInt8](hex: vector.hex))
      let number = try #require(UInt16(vector.char, radix: 16))
      let characteristic = try #require(PM5Characteristic(rawValue: number))
      let message = try PM5Message(
        characteristic, payload: bytes, isMultiplexed: vector.mode == "multiplexed-only")
      let fields = Dictionary(
        message.fields.map { ($0.name, Value($0.value)) }, uniquingKeysWith: { $1 })
      for (name, value) in vector.expect {
        #expect(fields[name] == value, "\(vector.char) \(name)")
      }
      #expect(message.payload.prefix(bytes.count) == bytes[...], "\(vector.char)")
    }
  }

  @Test func `an encoded message of any values decodes to itself`() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<100_000 {
      let characteristic = try #require(PM5Characteristic.allCases.randomElement(using: &random))
      let isMultiplexed = Bool.random(using: &random)
      let size = Int.random(in: 3...20, using: &random)
      let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      let message: PM5Message
      if characteristic == .forceCurve {
        let samples = (0..<Int.random(in: 0...15, using: &random)).map { _ in
          UInt16.random(in: 0...UInt16.max, using: &random)
        }
        message = PM5Message(
          curve: samples, sequence: Int.random(in: 0...255, using: &random),
          notifications: Int.random(in: 0...15, using: &random), isMultiplexed: isMultiplexed)
      } else if let decoded = try? PM5Message(
        characteristic, payload: payload, isMultiplexed: isMultiplexed)
      {
        message = decoded
      } else {
        continue
      }
      let (number, bytes) = message.notification
      let again = try PM5Message(characteristic: number, bytes: bytes)
      guard again == message else {
        Issue.record("\(characteristic.text) \(payload.hex)")
        return
      }
      // Values survive the conversion to their units.
      var rebuilt = message
      for field in PM5Field.allCases {
        if let value = message[field] { rebuilt[field] = value }
      }
      guard rebuilt == message else {
        Issue.record("\(characteristic.text) \(payload.hex)")
        return
      }
    }
  }

  @Test func `the multiplexed layouts differ from the direct ones`() throws {
    let direct: [PM5Characteristic: Int] = [
      .generalStatus: 19, .additionalStatus: 17, .additionalStatus2: 20, .stroke: 20,
      .split: 18, .additionalSplit: 19, .summary: 20, .additionalSummary: 19,
      .heartRateBelt: 6, .status3: 12, .loggedWorkout: 15,
    ]
    for (characteristic, size) in direct {
      #expect(PM5Message(characteristic, [:]).payload.count == size, "\(characteristic)")
    }
    let multiplexed: [PM5Characteristic: Int] = [
      .generalStatus: 19, .additionalStatus: 19, .additionalStatus2: 18, .stroke: 18,
      .additionalStroke: 17, .split: 18, .additionalSplit: 19, .summary: 18,
      .additionalSummary: 18, .heartRateBelt: 6, .additionalSummary2: 10,
    ]
    for (characteristic, size) in multiplexed {
      let message = PM5Message(characteristic, isMultiplexed: true, [:])
      #expect(message.payload.count == size, "\(characteristic)")
      #expect(message.notification.bytes.count == size + 1)
    }
  }

  @Test func `shorter and longer messages are decoded as far as they go`() throws {
    let whole = try #require([UInt8](hex: "8b2f00a40828ff7b588467000000000000"))
    let short = try PM5Message(characteristic: 0x0032, bytes: whole.prefix(7))
    #expect(short[.strokeRate] == 40)
    #expect(short[.currentPace] == nil)
    let long = try PM5Message(characteristic: 0x0032, bytes: whole + [1, 2, 3, 4])
    #expect(long == (try PM5Message(characteristic: 0x0032, bytes: whole)))
    let shortStroke = try PM5Message(
      .additionalStroke, payload: [UInt8](repeating: 1, count: 15), isMultiplexed: false)
    #expect(shortStroke[.projectedDistance] != nil)
    #expect(shortStroke[.projectedOther] == nil)
  }

  @Test func `sentinels are unknown values`() throws {
    var bytes = [UInt8](repeating: 0, count: 20)
    bytes[6] = 255
    for index in 8..<18 { bytes[index] = 255 }
    let stroke = try PM5Message(characteristic: 0x0035, bytes: bytes)
    for field: PM5Field in [
      .driveLength, .recoveryTime, .strokeDistance, .peakForce, .averageForce, .workPerStroke,
    ] { #expect(stroke[field] == nil, "\(field)") }
    #expect(stroke[.driveTime] == 0)
  }

  @Test func `random bytes give a message or an error`() {
    var random = SeededRandom(seed: 9)
    for _ in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let number = UInt16.random(in: 0x2F...0x82, using: &random)
      if let message = try? PM5Message(characteristic: number, bytes: bytes) {
        _ = message.fields.count
        _ = message.logDate?.dateText
      }
    }
  }

  @Test func `an error names the characteristic`() {
    #expect(throws: PM5Error.unknownCharacteristic(0x0034)) {
      try PM5Message(characteristic: 0x0034, bytes: [0])
    }
    #expect(throws: PM5Error.tooShort(0x0031, 2)) {
      try PM5Message(characteristic: 0x0031, bytes: [0, 0])
    }
    #expect(throws: PM5Error.empty(0x0080)) {
      try PM5Message(characteristic: 0x0080, bytes: [UInt8]())
    }
    #expect("\(PM5Error.unknownCharacteristic(0x0034))".contains("0034"))
  }

  @Test func `a line of a capture is written and read`() throws {
    let frame = PM5Frame(time: 12.5, characteristic: 0x0032, bytes: [0x8b, 0x2f, 0x00])
    #expect(frame.text == "12.50 0032 8b2f00")
    #expect(try PM5Frame.line(frame.text) == frame)
    #expect(
      try PM5Frame.line("  1 80 31 8B 2F ")
        == PM5Frame(
          time: 1, characteristic: 0x80, bytes: [0x31, 0x8b, 0x2f]))
    #expect(try PM5Frame.line("# comment") == nil)
    #expect(try PM5Frame.line("") == nil)
    for line in [
      "1 0032", "x 0032 00", "-1 0032 00", "nan 0032 00", "1 00321 00", "1 0032 0", "1 0032 zz",
    ] {
      #expect(throws: PM5Error.self, "\(line)") { try PM5Frame.line(line) }
    }
    let capture = PM5Capture("# a\n1 0032 8b2f00\nbad\n2 0032 8b2f00\n")
    #expect(capture.frames.count == 2)
    #expect(capture.issues.map(\.line) == [3])
  }
}
