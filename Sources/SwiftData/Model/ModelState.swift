// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The framework's state inside each model: its key, its flags and its context.
///
/// The state is noncopyable, so that its `deinit` runs exactly when the model is deinitialized. The
/// `deinit` removes the model from the context's identity map, which needs no weak references.
public struct _ModelState: ~Copyable {
  /// A model's state flags.
  @usableFromInline
  package struct Flags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The properties are not loaded yet.
    @inlinable package static var fault: Flags { Flags(rawValue: 1) }
    /// A property was observed, and the model has a registrar.
    @inlinable package static var observed: Flags { Flags(rawValue: 2) }
    /// A property differs from the stored row.
    @inlinable package static var changed: Flags { Flags(rawValue: 4) }
    /// Inserted into a context and not saved yet.
    @inlinable package static var inserted: Flags { Flags(rawValue: 8) }
    /// Deleted in a context and not saved yet.
    @inlinable package static var deleted: Flags { Flags(rawValue: 16) }
    /// The model's row was deleted.
    @inlinable package static var gone: Flags { Flags(rawValue: 32) }
    /// The context records changes for undo.
    @inlinable package static var tracked: Flags { Flags(rawValue: 128) }

    /// The flags that require the slow path of a property access.
    @inlinable package static var slowRead: Flags { Flags(rawValue: 131) }
  }

  /// The row's key.
  ///
  /// A temporary key is negative and unique in the process. The key is 0 until one is assigned.
  @usableFromInline package var key: Int64 = 0
  @usableFromInline package var core: ContextCore?
  /// A bit mask of the changed properties by index; bit 63 represents indexes from 63.
  @usableFromInline package var changes: UInt64 = 0
  @usableFromInline package var registrar: ObservationRegistrar?
  /// The index of the model's entity in the schema.
  @usableFromInline package var entity: Int32 = -1
  @usableFromInline package var flags: Flags = []
  /// The address of the model, set when it is registered in the identity map.
  @usableFromInline package var registered: UnsafeMutableRawPointer?

  /// The state of a new model.
  @inlinable
  public init() {}

  @inlinable
  package init(key: Int64, core: ContextCore, entity: Int32, flags: Flags) {
    self.key = key
    self.core = core
    self.entity = entity
    self.flags = flags
  }

  deinit {
    if let registered, let core {
      core.unregister(key: key, entity: Int(entity), pointer: registered)
    }
  }

  @inlinable
  package func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// The values that a save reads from a changed model, in one access.
  var summary: (entity: Int32, key: Int64, changes: UInt64, isDeleted: Bool) {
    (entity, key, changes, has(.deleted))
  }

  /// Makes the model a pending insert of a context.
  mutating func join(_ core: ContextCore, entity: Int32) {
    self.core = core
    self.entity = entity
    // A temporary key that was already assigned stays valid.
    if key >= 0 { key = PersistentIdentifier.temporaryKey() }
    flags = flags.intersection(.observed).union(.inserted).union(core.loadedFlags)
    changes = 0
  }

  /// Clears the change flags after a save.
  mutating func markSaved() {
    changes = 0
    flags.subtract([.changed, .inserted])
  }

  /// The bit of a property in ``changes``.
  @inlinable
  package static func bit(_ index: Int) -> UInt64 { 1 << UInt64(Swift.min(index, 63)) }
}
