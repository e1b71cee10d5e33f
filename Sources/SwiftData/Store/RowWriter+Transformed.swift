// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension _RowWriter {
  /// Binds the output of an attribute's value transformer.
  public mutating func _bindTransformed<Value>(_ slot: inout _Slot<Value>, _ index: Int) {
    guard begin(index) else { return }
    guard let value = slot.stored else { return _fail() }
    guard let plain = unwrapped(value) else { return _null() }
    bindTransformed(plain, position)
  }

  /// Binds the output of the current property's transformer for a value.
  mutating func bindTransformed(_ plain: Any, _ position: Int32) {
    let description = ModelDescription.of(entity.type)
    guard let (name, transformer) = description.transformer(of: index) else {
      return fail(description.missingTransformer(of: index))
    }
    guard let data = transformer.transformedValue(plain) as? Data else {
      return fail("its transformer \(name) gives no Data for \(plain)")
    }
    self.data(data, position)
  }
}

extension _RowReader {
  /// Reads an attribute through its value transformer.
  public mutating func _loadTransformed<Value>(
    _ slot: inout _Slot<Value>, _ index: Int, _ model: (some PersistentModel).Type
  ) {
    let column = Int32(index + 1)
    if isNull(column), let none = Any?.none as Any as? Value {
      slot.stored = none
      return
    }
    let description = ModelDescription.of(model)
    guard let (name, transformer) = description.transformer(of: index) else {
      return fail(column, description.missingTransformer(of: index))
    }
    let value = transformer.reverseTransformedValue(data(column))
    guard let value = value as? Value else {
      return fail(column, "its transformer \(name) gives no \(Value.self) for the stored value")
    }
    slot.stored = value
  }

  /// Sets an attribute that is not stored to its default value, unless it has a value.
  public mutating func _loadEphemeral<Value>(
    _ slot: inout _Slot<Value>, _ index: Int, _ model: (some PersistentModel).Type
  ) {
    if slot.stored != nil { return }
    slot.stored = ModelDescription.of(model).properties[index].defaultValue as? Value
  }
}

extension ModelDescription {
  /// The registered transformer that an attribute's options name.
  fileprivate func transformer(of index: Int) -> (name: String, transformer: ValueTransformer)? {
    guard let name = transformerName(of: index),
      let transformer = ValueTransformer.named(NSValueTransformerName(name))
    else { return nil }
    return (name, transformer)
  }

  fileprivate func missingTransformer(of index: Int) -> String {
    let name = transformerName(of: index) ?? "?"
    if name.hasPrefix("NS") {
      return "Foundation on Linux has no transformer \(name): remove the option, which a Codable "
        + "type does not need"
    }
    return "no ValueTransformer is registered as \(name): call "
      + "ValueTransformer.setValueTransformer(_:forName:) before the container is made"
  }

  private func transformerName(of index: Int) -> String? {
    let attribute = properties[index].metadata as? Schema.Attribute
    return attribute?.options.compactMap(\.transformerName).first
  }
}
