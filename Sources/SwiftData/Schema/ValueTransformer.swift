// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Converts the values of an attribute to their stored form, and back.
///
/// Foundation on Linux lacks this class. This implementation has the part of Apple's that
/// attributes use. Register an instance under a name, and name it in the model:
///
/// ```swift
/// final class ColorTransformer: ValueTransformer {
///   override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
///   override func reverseTransformedValue(_ value: Any?) -> Any? {
///     (value as? Data).flatMap(Color.init)
///   }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: .init("Color"))
///
/// @Model final class Flag {
///   @Attribute(.transformable(by: "Color")) var color: Color
///
///   init(color: Color) { self.color = color }
/// }
/// ```
open class ValueTransformer {
  /// A registered transformer, shared by all threads.
  private struct Registered: @unchecked Sendable {
    // Unchecked, since subclasses need not be Sendable. As on Apple's systems, a registered
    // transformer must not change.
    let transformer: ValueTransformer
  }

  private static let registered = Mutex<[NSValueTransformerName: Registered]>([:])

  /// The registered transformer that this one forwards to.
  private let target: ValueTransformer?

  /// Creates a transformer; the framework creates subclasses without arguments.
  public required init() { target = nil }

  /// Creates a transformer that forwards to the one registered under a name; nil if there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.named(name) else { return nil }
    target = found
  }

  /// Registers a transformer under a name; nil removes the registered one.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let new = transformer.map { Registered(transformer: $0) }
    registered.withLock { $0[name] = new }
  }

  /// The names of the registered transformers.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { Array($0.keys) }
  }

  /// The class of the results of ``transformedValue(_:)``.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Whether the transformer supports ``reverseTransformedValue(_:)``, which attributes require.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Converts a value to its stored form, which is `Data`.
  open func transformedValue(_ value: Any?) -> Any? {
    target.map { $0.transformedValue(value) } ?? value
  }

  /// Converts stored `Data` back to the value.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    target.map { $0.reverseTransformedValue(value) } ?? value
  }

  static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    registered.withLock { $0[name] }?.transformer
  }

  /// Registers a new instance of a class under the class's name, unless the name is registered.
  static func register(_ type: ValueTransformer.Type) -> NSValueTransformerName {
    let name = NSValueTransformerName(String(reflecting: type))
    if named(name) == nil { setValueTransformer(type.init(), forName: name) }
    return name
  }
}

extension Schema.Attribute.Option {
  /// The value is stored as transformed by an instance of the transformer class.
  public static func transformable(by transformerType: ValueTransformer.Type)
    -> Schema.Attribute.Option
  {
    transformable(by: ValueTransformer.register(transformerType).rawValue)
  }
}

/// The name of a registered ``ValueTransformer``.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as a string.
  public let rawValue: String

  /// Creates a name from a string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name from a string.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
