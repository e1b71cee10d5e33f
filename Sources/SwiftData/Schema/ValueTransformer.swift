// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Turns the values of an attribute into what is stored, and back.
///
/// Foundation on Linux has no such class; this one has the part of Apple's that attributes use.
/// Register an instance under a name, and name it in the model:
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
/// }
/// ```
open class ValueTransformer {
  /// A transformer under its name, held for all threads.
  private struct Registered: @unchecked Sendable {
    // Unchecked, since transformers are subclasses that Sendable can't be asked of: as on Apple's
    // systems one that is registered must not change.
    let transformer: ValueTransformer
  }

  private static let registered = Mutex<[NSValueTransformerName: Registered]>([:])

  /// The registered transformer that this one stands for.
  private let target: ValueTransformer?

  /// A transformer; subclasses are made without arguments.
  public required init() { target = nil }

  /// A transformer that does what the one registered under a name does; nil if there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let found = ValueTransformer.named(name) else { return nil }
    target = found
  }

  /// Registers a transformer under a name, or with nil removes the one that has it.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let new = transformer.map { Registered(transformer: $0) }
    registered.withLock { $0[name] = new }
  }

  /// The names that have a transformer.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { Array($0.keys) }
  }

  /// The class of the values that ``transformedValue(_:)`` gives.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Whether ``reverseTransformedValue(_:)`` can be called; attributes need it.
  open class func allowsReverseTransformation() -> Bool { true }

  /// What is stored for a value: `Data`.
  open func transformedValue(_ value: Any?) -> Any? {
    target.map { $0.transformedValue(value) } ?? value
  }

  /// The value that was stored as `value`, which is `Data`.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    target.map { $0.reverseTransformedValue(value) } ?? value
  }

  static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    registered.withLock { $0[name] }?.transformer
  }

  /// Registers a new instance of a class under the class's name, unless there is one.
  static func register(_ type: ValueTransformer.Type) -> NSValueTransformerName {
    let name = NSValueTransformerName(String(reflecting: type))
    if named(name) == nil { setValueTransformer(type.init(), forName: name) }
    return name
  }
}

extension Schema.Attribute.Option {
  /// The value is stored as an instance of the transformer class turns it.
  public static func transformable(by transformerType: ValueTransformer.Type)
    -> Schema.Attribute.Option
  {
    transformable(by: ValueTransformer.register(transformerType).rawValue)
  }
}
