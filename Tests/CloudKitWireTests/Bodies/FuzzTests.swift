// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Randomly mutated bodies: each is rejected, or decodes to a value with a stable encoding.
@Suite struct FuzzTests {
  @Test(arguments: GoldenBody.all) func `mutated bodies are rejected or decode to a stable form`(
    _ golden: GoldenBody
  )
    throws
  {
    var random = SeededGenerator(seed: UInt64(golden.json.utf8.count) &* 7_919)
    let original = Array(golden.json.utf8)
    for round in 0..<400 {
      let changed = mutate(original, &random)
      let text = String(decoding: changed, as: UTF8.self)
      do throws(WireError) {
        let first = try golden.rewrite(changed)
        let second = try golden.rewrite(first)
        #expect(first == second, "round \(round): \(text)")
      } catch {
        #expect(!error.found.isEmpty && !error.expected.isEmpty, "round \(round): \(text)")
        #expect(error.reason.utf8.count < 2_000, "round \(round): \(text)")
      }
    }
  }

  /// The operations that a server performs on the fields of an accepted request.
  @Test func `mutated fields that are accepted support every operation`() throws {
    var random = SeededGenerator(seed: 42)
    let original =
      Array(
        #"{"operations":[{"operationType":"create","record":{"recordType":"T","fields":"#.utf8)
      + Array(GoldenBody("fields", EmptyRequest.self, GoldenBody.fields).json.utf8)
      + Array("}}]}".utf8)
    var taken = 0
    for _ in 0..<4_000 {
      let changed = mutate(original, &random)
      guard let request = try? ModifyRecordsRequest(body: changed),
        let fields = request.operations.first?.record.fields
      else { continue }
      taken += 1
      let canonical = try fields.canonical()
      #expect(canonical.isCanonical)
      let values = try canonical.all()
      #expect(try fields.all().map(\.field?.value.type) == values.map(\.field?.value.type))
      #expect(
        try fields.typeInferences().map(\.inference.isEncrypted)
          == canonical.typeInferences().map(\.inference.isEncrypted))
      let merged = try RecordFields.empty.merging(fields)
      #expect(!merged.hasCleared)
      #expect(try RecordFields(values).all().map(\.name) == values.map(\.name))
      _ = try fields.withNumbersAsStrings().typeInferences()
    }
    #expect(taken > 100)
  }

  private func mutate(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2:
        bytes.insert(Array("{}[]\",:\\0-.eu".utf8).randomElement(using: &random) ?? 0, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 8))
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 5: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
      default: bytes = Array(bytes.prefix(place))
      }
    }
    return bytes
  }

  private static let pieces: [[UInt8]] = [
    "null", "true", "1e999", "-0", "\\ud800", "\\u0000", "[[", "{\"\":", "99999999999999999999",
    "\"type\":\"STRING\",", "\"value\":null,", "é",
  ].map { Array($0.utf8) }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
