// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Extensions as in programs that use `@AppStorage` with these types. They hold in the whole module.

extension Date: @retroactive RawRepresentable {
  public var rawValue: Double { timeIntervalSince1970 }

  public init?(rawValue: Double) { self.init(timeIntervalSince1970: rawValue) }
}

extension UUID: @retroactive RawRepresentable {
  public var rawValue: String { uuidString }

  public init?(rawValue: String) { self.init(uuidString: rawValue) }
}

extension URL: @retroactive RawRepresentable {
  public var rawValue: String { absoluteString }

  public init?(rawValue: String) { self.init(string: rawValue) }
}

extension Bool: @retroactive RawRepresentable {
  public var rawValue: Int { self ? 1 : 0 }

  public init?(rawValue: Int) { self = rawValue != 0 }
}

extension Decimal: @retroactive RawRepresentable {
  public var rawValue: Double { NSDecimalNumber(decimal: self).doubleValue }

  public init?(rawValue: Double) { self.init(rawValue) }
}

extension Data: @retroactive RawRepresentable {
  public var rawValue: String { base64EncodedString() }

  public init?(rawValue: String) { self.init(base64Encoded: rawValue) }
}

extension Float: @retroactive RawRepresentable {
  public var rawValue: Double { Double(self) }

  public init?(rawValue: Double) { self.init(rawValue) }
}

extension Int16: @retroactive RawRepresentable {
  public var rawValue: Int { Int(self) }

  public init?(rawValue: Int) { self.init(exactly: rawValue) }
}

extension Array: @retroactive RawRepresentable where Element: Codable {
  public var rawValue: String {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  public init?(rawValue: String) {
    guard let elements = try? JSONDecoder().decode([Element].self, from: Data(rawValue.utf8)) else {
      return nil
    }
    self = elements
  }
}

extension Dictionary: @retroactive RawRepresentable where Key == String, Value == Int {
  public var rawValue: String { "\(count)" }

  public init?(rawValue: String) { return nil }
}
