// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL translation of an expression in a predicate.
indirect enum Operand {
  /// An expression that SQL can't represent.
  case unknown
  /// A value that is known at translation.
  case constant(Any)
  /// `nil`.
  case null
  /// An expression whose evaluation throws, such as `nil!`.
  case failure
  case condition(Condition)
  case scalar(Scalar)
  case model(ModelReference)
  /// The `persistentModelID` of a model.
  case identifier(ModelReference)
  case rows(RowSet)
  case range(lower: Operand?, upper: Operand?, includesUpper: Bool)

  /// The operand of a captured value; nil of any optional type becomes ``null``.
  static func value(_ value: Any) -> Operand {
    guard let value = unwrapped(value) else { return .null }
    return .constant(value)
  }

  /// The operand as a Boolean.
  var condition: Condition {
    switch self {
    case .condition(let condition): return condition
    case .constant(let value): return (value as? Bool).map { .constant($0) } ?? .unknown
    case .null: return Condition(whenTrue: .false, whenFalse: .false, whenNil: .true)
    case .failure: return .failure
    case .scalar(let scalar) where scalar.type == .boolean: return scalar.condition
    default: return .unknown
    }
  }

  /// The condition that the operand is not nil; nil if it is unknown.
  var presence: Condition? {
    switch self {
    case .unknown: nil
    case .constant, .rows, .range: .always
    case .null: .never
    case .failure: .failure
    case .condition(let condition):
      condition.whenNil.map { Condition(whenTrue: $0, whenFalse: nil).negated } ?? .always
    case .scalar(let scalar): scalar.presence.requiring(scalar.requirements)
    case .model(let model), .identifier(let model): model.presence.requiring(model.requirements)
    }
  }
}

/// The value inside optionals of any depth; nil if any of them is nil.
func unwrapped(_ value: Any) -> Any? {
  if NativeType.column(of: type(of: value)) != nil { return value }
  guard let optional = value as? any OptionalValue else { return value }
  return optional.anyValue.flatMap { SwiftData.unwrapped($0) }
}

/// A type-erased view of `Optional` values.
private protocol OptionalValue {
  var anyValue: Any? { get }
}

extension Optional: OptionalValue {
  var anyValue: Any? { map { $0 as Any } }
}
