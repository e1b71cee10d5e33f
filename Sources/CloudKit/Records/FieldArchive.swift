// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation

/// The archived fields of a record.
final class FieldArchive: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let values: [CKRecord.FieldKey: StoredValue]

  init(_ values: [CKRecord.FieldKey: StoredValue]) { self.values = values }

  private enum Key {
    static let names = "Names"
    static let kind = "Kind"
    static let value = "Value"
    static let count = "Count"
  }

  /// The type of a value; the raw values are stored in archives.
  private enum Kind: Int32 {
    case string = 1
    case int64, double, date, data, reference, assetFile, location, list
  }

  func encode(with coder: NSCoder) {
    let names = values.keys.sorted()
    coder.encode(names.joined(separator: "\n") as NSString, forKey: Key.names)
    for (index, name) in names.enumerated() {
      if let value = values[name] { Self.encode(value, "\(index)", coder) }
    }
  }

  init?(coder: NSCoder) {
    guard let names = coder.object(of: NSString.self, forKey: Key.names) else { return nil }
    var values: [CKRecord.FieldKey: StoredValue] = [:]
    for (index, name) in "\(names)".split(separator: "\n").enumerated() {
      guard let value = Self.decode("\(index)", coder) else { continue }
      values[String(name)] = value
    }
    self.values = values
  }

  private static func encode(_ value: StoredValue, _ path: String, _ coder: NSCoder) {
    let key = path + "." + Key.value
    let kind: Kind
    switch value {
    case .string(let value):
      kind = .string
      coder.encode(value as NSString, forKey: key)
    case .int64(let value):
      kind = .int64
      coder.encode(value, forKey: key)
    case .double(let value):
      kind = .double
      coder.encode(value, forKey: key)
    case .date(let value):
      kind = .date
      coder.encode(value.timeIntervalSinceReferenceDate, forKey: key)
    case .data(let value):
      kind = .data
      coder.encode(value as NSData, forKey: key)
    case .reference(let value):
      kind = .reference
      coder.encode(value, forKey: key)
    case .asset(let value):
      // Only files to upload: the cached file of a fetched asset no longer exists when the archive
      // is decoded.
      guard value.fetched == nil, let url = value.fileURL else { return }
      kind = .assetFile
      coder.encode(url.absoluteString as NSString, forKey: key)
    case .location(let value):
      kind = .location
      coder.encode(value, forKey: key)
    case .list(let values):
      kind = .list
      coder.encode(Int64(values.count), forKey: path + "." + Key.count)
      for (index, value) in values.enumerated() { encode(value, "\(path).\(index)", coder) }
    case .unsupported: return
    }
    coder.encode(kind.rawValue, forKey: path + "." + Key.kind)
  }

  private static func decode(_ path: String, _ coder: NSCoder) -> StoredValue? {
    let key = path + "." + Key.value
    switch Kind(rawValue: coder.decodeInt32(forKey: path + "." + Key.kind)) {
    case .string:
      return coder.object(of: NSString.self, forKey: key).map { .string("\($0)") }
    case .int64: return .int64(coder.decodeInt64(forKey: key))
    case .double: return .double(coder.decodeDouble(forKey: key))
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: key)))
    case .data:
      return coder.object(of: NSData.self, forKey: key)
        .map { .data(Data(referencing: $0)) }
    case .reference:
      return coder.object(of: CKRecord.Reference.self, forKey: key).map { .reference($0) }
    case .assetFile:
      let text = coder.object(of: NSString.self, forKey: key).map { "\($0)" }
      return text.flatMap(URL.init(string:)).map { .asset(CKAsset(fileURL: $0)) }
    case .location:
      return coder.object(of: CLLocation.self, forKey: key).map { .location($0) }
    case .list:
      let count = coder.decodeInt64(forKey: path + "." + Key.count)
      // Guard against a damaged archive.
      guard (0...100_000).contains(count) else { return nil }
      return .list((0..<count).compactMap { decode("\(path).\($0)", coder) })
    case nil: return nil
    }
  }
}
