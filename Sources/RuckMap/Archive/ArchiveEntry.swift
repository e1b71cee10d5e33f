// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An entry of an archive: a JSON object with one key, which names the kind of object.
enum ArchiveEntry: Sendable {
  case ruck(RuckCopy)
  case object(any ArchivedObject)

  /// The key of a ruck.
  static let ruckKey = "ruck"

  /// The types of objects by their keys.
  private static let types: [String: any ArchivedObject.Type] = Dictionary(
    uniqueKeysWithValues: (RuckArchive.typesBeforeRucks + RuckArchive.typesAfterRucks)
      .map { ($0.key, $0) })

  /// Returns the noun of a key for reports; "entry" for an unknown key.
  static func noun(ofKey key: String?) -> String {
    if key == ruckKey { return "ruck" }
    return key.flatMap { types[$0]?.noun } ?? "entry"
  }
}

extension ArchiveEntry: Codable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw RuckArchiveError.malformed
    }
    if key.stringValue == Self.ruckKey {
      self = .ruck(try container.decode(RuckCopy.self, forKey: key))
    } else if let type = Self.types[key.stringValue] {
      self = .object(try Self.object(type, container, key))
    } else {
      throw RuckArchiveError.unknownKind(key.stringValue)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .ruck(let ruck): try container.encode(ruck, forKey: Key(Self.ruckKey))
    case .object(let object): try Self.encode(object, in: &container)
    }
  }

  private static func object<Object: ArchivedObject>(
    _ type: Object.Type, _ container: KeyedDecodingContainer<Key>, _ key: Key
  ) throws -> any ArchivedObject {
    try container.decode(type, forKey: key)
  }

  private static func encode<Object: ArchivedObject>(
    _ object: Object, in container: inout KeyedEncodingContainer<Key>
  ) throws {
    try container.encode(object, forKey: Key(Object.key))
  }
}
