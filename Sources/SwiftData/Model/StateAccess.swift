// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime

/// Direct access to the states of many models, most of one class.
///
/// An access through the protocol calls two functions of the class's witness table. A state is a stored property
/// with the same offset in every object of a class, so the offset is found once for consecutive models of a class.
struct StateAccess {
  private var type: ObjectIdentifier?
  /// The offset in bytes; 0 if the state is not inside of the object.
  private var offset = 0

  /// Accesses the state of a model.
  @inline(__always)
  mutating func of<Result>(
    _ model: any PersistentModel, _ body: (inout _ModelState) -> Result
  ) -> Result {
    let type = ObjectIdentifier(Swift.type(of: model))
    if type != self.type {
      offset = Self.offset(in: model)
      self.type = type
    }
    if offset == 0 { return Self.access(model, body) }
    defer { withExtendedLifetime(model) {} }
    let state = Unmanaged.passUnretained(model as AnyObject).toOpaque() + offset
    return body(&state.assumingMemoryBound(to: _ModelState.self).pointee)
  }

  private static func access<Model: PersistentModel, Result>(
    _ model: Model, _ body: (inout _ModelState) -> Result
  ) -> Result {
    body(&model._$state)
  }

  private static func offset<Model: PersistentModel>(in model: Model) -> Int {
    let object = Unmanaged.passUnretained(model as AnyObject).toOpaque()
    return withUnsafeMutablePointer(to: &model._$state) { state in
      let distance = UInt(bitPattern: state) &- UInt(bitPattern: object)
      return distance < UInt(cairn_size_of_object(object)) ? Int(distance) : 0
    }
  }
}
