// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a property reads as when the model's row is gone before it was loaded.
///
/// Apple's framework traps. A server that shows a model which another process has just deleted
/// must not: it gets the type's zero, nil, empty or first value.
@usableFromInline
package func _placeholder<Value>(_ type: Value.Type, _ owner: some PersistentModel, _ index: Int)
  -> Value
{
  if let value = zero(of: type) { return value }
  preconditionFailure(
    "\(Swift.type(of: owner)) number \(owner._$state.key) was deleted before its property "
      + "\(ModelDescription.of(Swift.type(of: owner)).properties[index].name) was read, and "
      + "\(type) has no empty value. Check isDeleted and modelContext, or make it optional.")
}

private func zero<Value>(of type: Value.Type) -> Value? {
  if let model = type as? any PersistentModel.Type { return emptyModel(model) as? Value }
  if let nilType = type as? any ExpressibleByNilLiteral.Type { return makeNil(nilType) as? Value }
  if let decodable = type as? any Decodable.Type { return ZeroDecoder.value(decodable) as? Value }
  return nil
}

private func makeNil<T: ExpressibleByNilLiteral>(_ type: T.Type) -> T { nil }

/// A model without a row or a context.
private func emptyModel<T: PersistentModel>(_ type: T.Type) -> T {
  var state = _ModelState()
  state.flags = .gone
  return makeFault(T.self, state)
}
