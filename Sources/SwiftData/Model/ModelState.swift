// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the framework keeps inside each model: its key, its flags and its context.
///
/// It can't be copied, so that its `deinit` runs exactly when the model goes: that is how the
/// context's identity map forgets the model without holding it weakly.
public struct _ModelState: ~Copyable {
  /// What is the matter with a model.
  @usableFromInline
  package struct Flags: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The properties are not loaded yet.
    @inlinable package static var fault: Flags { Flags(rawValue: 1) }
    /// There is a registrar: somebody observed a property.
    @inlinable package static var observed: Flags { Flags(rawValue: 2) }
    /// A property differs from the stored row.
    @inlinable package static var changed: Flags { Flags(rawValue: 4) }
    /// Inserted into a context and not saved yet.
    @inlinable package static var inserted: Flags { Flags(rawValue: 8) }
    /// Deleted in a context and not saved yet.
    @inlinable package static var deleted: Flags { Flags(rawValue: 16) }
    /// Its row is gone.
    @inlinable package static var gone: Flags { Flags(rawValue: 32) }

    /// The flags that make reading take the long way.
    @inlinable package static var slowRead: Flags { Flags(rawValue: 3) }
  }

  /// The row's key; negative and unique in the process while temporary; 0 before either.
  @usableFromInline package var key: Int64 = 0
  @usableFromInline package var core: ContextCore?
  /// One bit for each changed property by its index; bit 63 stands for index 63 and all beyond.
  @usableFromInline package var changes: UInt64 = 0
  @usableFromInline package var registrar: ObservationRegistrar?
  /// The index of the entity among the schema's.
  @usableFromInline package var entity: Int32 = -1
  @usableFromInline package var flags: Flags = []
  /// The address of the model, set when the identity map knows it.
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
      core.forget(key: key, entity: Int(entity), pointer: registered)
    }
  }

  @inlinable
  package func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// What a save asks of a changed model, in one access.
  var summary: (entity: Int32, key: Int64, changes: UInt64, isDeleted: Bool) {
    (entity, key, changes, has(.deleted))
  }

  /// Makes the model a pending insert of a context.
  mutating func join(_ core: ContextCore, entity: Int32) {
    self.core = core
    self.entity = entity
    // A model whose identity was asked for before keeps it.
    if key >= 0 { key = PersistentIdentifier.temporaryKey() }
    flags = flags.intersection(.observed).union(.inserted)
    changes = 0
  }

  /// Notes that the stored row is as the model is.
  mutating func markSaved() {
    changes = 0
    flags.subtract([.changed, .inserted])
  }

  /// The bit of the property with that index.
  @inlinable
  package static func bit(_ index: Int) -> UInt64 { 1 << UInt64(Swift.min(index, 63)) }
}
