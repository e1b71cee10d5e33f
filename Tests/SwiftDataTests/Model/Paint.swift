// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A color as a library may define it: a class without `Codable`.
final class Paint {
  let red: UInt8
  let green: UInt8

  init(red: UInt8, green: UInt8) {
    self.red = red
    self.green = green
  }
}

/// Stores a ``Paint`` as two bytes.
final class PaintTransformer: ValueTransformer {
  static let name = NSValueTransformerName("PaintTransformer")

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Paint).map { Data([$0.red, $0.green]) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let bytes = value as? Data, bytes.count == 2, let red = bytes.first,
      let green = bytes.last
    else { return nil }
    return Paint(red: red, green: green)
  }
}

/// Stores a text with inverted bytes.
final class TurningTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.utf8.map { ~$0 }) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0.map { ~$0 }, as: UTF8.self) }
  }
}

/// A class with its own `Codable` implementation.
final class Token: Codable {
  let text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    text = try container.decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(text)
  }
}

@Model
final class Signal {
  var name: String
  @Attribute(.transformable(by: PaintTransformer.name.rawValue)) var paint: Paint
  @Attribute(.transformable(by: PaintTransformer.name.rawValue)) var second: Paint?
  @Attribute(.transformable(by: TurningTransformer.self)) var secret = "plain"
  @Attribute(.ephemeral) var isShown = false
  @Attribute(.ephemeral) var note: String?
  @Attribute(.codable) var token: Token
  private(set) var count = 1

  var title: String { "Signal " + name }

  init(_ name: String, paint: Paint) {
    self.name = name
    self.paint = paint
    token = Token("t" + name)
  }
}

@Model
final class Misnamed {
  @Attribute(.transformable(by: "NoSuchTransformer")) var paint: Paint

  init() { paint = Paint(red: 0, green: 0) }
}

@Model
final class Unwritable {
  @Attribute(.transformable(by: "GivesNothing")) var paint: Paint?

  init() { paint = Paint(red: 0, green: 0) }
}

/// A model whose initializer leaves a property without a value.
@Model
final class Forgetful {
  var name: String
  var place: String

  init(name: String) { self.name = name }
}

/// A composite that can kill the process while it is encoded.
struct Trap: Codable {
  nonisolated(unsafe) static var isArmed = false

  var value = 0

  init() {}

  func encode(to encoder: any Encoder) throws {
    if Trap.isArmed { kill(getpid(), SIGKILL) }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
  }
}

@Model
final class Picture {
  var name: String
  @Attribute(.externalStorage) var data: Data
  var trap = Trap()

  init(_ name: String, data: Data) {
    self.name = name
    self.data = data
  }
}

struct Address: Codable, Equatable {
  var street: String
  var zip: Int
}

struct Person: Codable, Equatable {
  var name: String
  var homes: [Address]
  var reach: Double = 0
}

@Model
final class Contact {
  var person: Person
  var other: Person?
  var scores: [Double] = []

  init(_ person: Person) { self.person = person }
}
