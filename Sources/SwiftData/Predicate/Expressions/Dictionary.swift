// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// A dictionary is either captured or stored as JSON. SQL can read a constant key from JSON.

extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let key) = translation.operand(key), let key = key as? Key.Output else {
      return .unknown
    }
    switch translation.operand(wrapped) {
    case .constant(let dictionary):
      guard let dictionary = dictionary as? Wrapped.Output else { return .unknown }
      return .value(dictionary[key] as Any)
    case .scalar(let scalar): return scalar.value(forKey: key, Value.self)
    default: return .unknown
    }
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let key) = translation.operand(key), let key = key as? Key.Output else {
      return .unknown
    }
    let fallback = translation.operand(`default`)
    switch translation.operand(wrapped) {
    case .constant(let dictionary):
      guard let dictionary = dictionary as? Wrapped.Output else { return .unknown }
      return dictionary[key].map { .value($0) } ?? fallback
    // An optional value can't be distinguished from a missing one.
    case .scalar(let scalar) where !(Default.Output.self is any OptionalProtocol.Type):
      return scalar.value(forKey: key, Default.Output.self).coalesced(fallback)
    default: return .unknown
    }
  }
}

extension Scalar {
  /// The value of a key in a stored dictionary.
  fileprivate func value(forKey key: Any, _ type: Any.Type) -> Operand {
    guard self.type == .json, let jsonPath, swiftType is any StringKeyedDictionary.Type,
      let key = (key as? String) ?? (key as? Int).map({ String($0) }),
      let result = jsonPath.member(key)?.scalar(type, nullable: true, in: self)
    else { return .unknown }
    return .scalar(result)
  }
}

/// A dictionary that is encoded as a JSON object.
private protocol StringKeyedDictionary {}
extension Dictionary: StringKeyedDictionary where Key: ObjectKey {}

private protocol ObjectKey {}
extension String: ObjectKey {}
extension Int: ObjectKey {}
