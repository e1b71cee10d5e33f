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
/// A subclass of a model is a model if it is also marked `@Model`. It shares the table of its
/// superclass.
///
/// Properties may be of the standard number types, `String`, `Bool`, `Date`, `UUID`, `Data`, `URL`,
/// `Decimal`, any enumeration with such a raw value, any other `Codable` type, and optionals of
/// these. A property whose type is a model, an optional of one, or an array of models is a
/// relationship.
@attached(
  member, conformances: Observable, PersistentModel,
  names: named(_$state), named(schemaMetadata), named(init), named(_$load), named(_$bind),
  named(_$constraints), named(_$inheritance), named(_$keyPaths), named(_$optionalKeyPaths),
  prefixed(_$first))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

/// Generates the accessors and the slot of a persisted property; attached by ``Model()``.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(
  peer, names: prefixed(_), prefixed(_$isObserving), prefixed(_$willSet), prefixed(_$didSet))
public macro _PersistedProperty(_ index: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Generates the accessors and the slot of a persisted property in a class that may have a
/// superclass; attached by ``Model()``.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(
  peer, names: prefixed(_), prefixed(_$isObserving), prefixed(_$willSet), prefixed(_$didSet))
public macro _PersistedProperty(_ index: Int, in model: StaticString) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// Specifies the storage of an attribute.
///
/// ```swift
/// @Model
/// final class Photo {
///   @Attribute(.unique) var path: String
///   @Attribute(.externalStorage) var data: Data?
///   @Attribute(originalName: "title") var caption = ""
///
///   init(path: String) { self.path = path }
/// }
/// ```
///
/// `originalName` is the property's name in an earlier version of the schema, for a migration.
/// `hashModifier` distinguishes a version of the attribute from an otherwise equal one.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Specifies the behavior of a relationship.
///
/// ```swift
/// @Model
/// final class Album {
///   @Relationship(deleteRule: .cascade, inverse: \Page.album) var pages: [Page] = []
///   init() {}
/// }
///
/// @Model
/// final class Page {
///   var album: Album?
///   init() {}
/// }
/// ```
///
/// Name the inverse at one of the two ends. If each of two models has exactly one relationship to
/// the other, the inverse is inferred. The counts bound a to-many relationship; 0 and nil mean no
/// bound.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Excludes a stored property from the store; the property needs a default value.
///
/// ```swift
/// @Model
/// final class Download {
///   var address: String
///   @Transient var progress = 0.0
///
///   init(address: String) { self.address = address }
/// }
/// ```
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

/// Declares uniqueness constraints over one or more properties.
///
/// ```swift
/// @Model
/// final class Trip {
///   #Unique<Trip>([\.name, \.startDate], [\.code])
///   var name: String
///   var startDate: Date
///   var code: String
///
///   init(name: String, startDate: Date, code: String) {
///     self.name = name
///     self.startDate = startDate
///     self.code = code
///   }
/// }
/// ```
///
/// Each list is a separate constraint. It may contain attributes and to-one relationships. Saving a
/// second model with the values of a stored one updates the stored row.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

/// Declares indexes over one or more properties.
///
/// ```swift
/// @Model
/// final class Trip {
///   #Index<Trip>([\.name], [\.startDate, \.endDate])
///   var name = ""
///   var startDate: Date?
///   var endDate: Date?
///
///   init(name: String) { self.name = name }
/// }
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

/// Declares indexes of the given kinds.
///
/// ```swift
/// @Model
/// final class Place {
///   #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
///   var name = ""
///   var latitude = 0.0
///   var longitude = 0.0
///
///   init() {}
/// }
/// ```
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

/// Gives an actor its own model context, created from a container.
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
