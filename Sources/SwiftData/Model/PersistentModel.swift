// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A class whose instances a ``ModelContext`` saves and fetches.
///
/// Conformance comes from the ``Model()`` macro; don't declare it by hand.
///
/// ```swift
/// @Model
/// final class Trip {
///   var name: String
///   @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
///
///   init(name: String) { self.name = name }
/// }
/// ```
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype,
  _Adoptable
{
  /// One entry for each persisted property, in order of declaration.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// What `#Unique` and `#Index` in the class say.
  static var _$constraints: [any SchemaProperty] { get }

  /// What the class inherits from another model; nil for one without such a superclass.
  static var _$inheritance: _Inheritance? { get }

  /// The name of the entity in an earlier version of the schema, if that was another.
  ///
  /// Not in Apple's framework, where a class with another name is another entity. Declare it to
  /// rename a model and keep its rows: `static let originalEntityName: String? = "Walk"`.
  static var originalEntityName: String? { get }

  /// Identity, change flags and the context; managed by the framework.
  var _$state: _ModelState { get set }

  /// Makes an instance whose properties are loaded when they are first read.
  init(_$fault state: consuming _ModelState)

  /// Reads every persisted property from the row that `reader` stands on.
  func _$load(_ reader: inout _RowReader)

  /// Binds the persisted properties that `writer` asks for.
  func _$bind(_ writer: inout _RowWriter)
}

extension PersistentModel {
  /// Nothing, for a class without `#Unique` and `#Index`.
  public static var _$constraints: [any SchemaProperty] { [] }

  /// Nothing, for a class without a superclass that is a model.
  public static var _$inheritance: _Inheritance? { nil }

  /// Nil: the entity had no other name.
  public static var originalEntityName: String? { nil }

  /// The model's identity: temporary until the first save, permanent from then on.
  ///
  /// A model that is in no context has a temporary one too, which it keeps until that save.
  public var persistentModelID: PersistentIdentifier {
    _$state.identifier(of: type(of: self))
  }

  /// The identity, for models that declare no `id` of their own.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context that the model was inserted into or fetched by; nil if there is none or it is gone.
  public var modelContext: ModelContext? { _$state.core?.context }

  /// True if the model has changes that no save has written yet.
  public var hasChanges: Bool {
    _$state.has(.changed) || _$state.has(.inserted) || _$state.has(.deleted)
  }

  /// True from ``ModelContext/delete(_:)`` until the save that carries it out.
  public var isDeleted: Bool { _$state.has(.deleted) }

  /// Two models are equal if they are the same instance.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  /// Hashes the instance's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
