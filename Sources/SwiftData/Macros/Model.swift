// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Makes a class a persistent model: its stored properties are saved and fetched.
///
/// ```swift
/// @Model
/// final class Stop {
///   @Attribute(.unique) var code: String
///   var arrival: Date?
///   var trip: Trip?
///
///   init(code: String) { self.code = code }
/// }
/// ```
///
/// Properties may be of the standard number types, `String`, `Bool`, `Date`, `UUID`, `Data`, `URL`,
/// `Decimal`, any enumeration with such a raw value, any other `Codable` type, and optionals of
/// these. A property whose type is a model, an optional of one, or an array of models is a
/// relationship.
@attached(
  member, conformances: Observable, PersistentModel,
  names: named(_$state), named(schemaMetadata), named(init), named(_$load), named(_$bind))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// The accessors and the slot of one persisted property; written by ``Model()``.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ index: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Says how an attribute is stored.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...
) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Says how a relationship behaves.
///
/// The inverse is named on one of the two sides; where each of two models has one relationship to
/// the other it is found without.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  inverse: AnyKeyPath? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Keeps a stored property out of the store; it needs a default value.
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Gives an actor a model context of its own, made from a container.
///
/// ```swift
/// @ModelActor
/// actor TripImporter {
///   func add(_ name: String) throws {
///     modelContext.insert(Trip(name: name))
///     try modelContext.save()
///   }
/// }
/// ```
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
