// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// Optional settings for syncing models.
///
/// ```swift
/// var options = MirroringOptions()
/// options.merge(User.self, byLatest: \.updatedAt)
/// options.merge(\Equipment.uses, by: .sum)
/// ```
public struct MirroringOptions: Sendable {
  /// The record formats.
  public struct RecordStyle: Hashable, Sendable {
    private enum Kind { case readable, coreData }
    private let kind: Kind

    /// Record types, fields and references with the names of models, properties and relationships.
    public static let readable = RecordStyle(kind: .readable)
    /// The record format of Apple's own mirroring, with names that begin with `CD_`.
    ///
    /// For the data of an app that also runs on Apple's systems; the records are in the zone
    /// `com.apple.coredata.cloudkit.zone`. The format has no fields for the data that ``readable``
    /// adds to the values: all values of a changed object count as changed at the record's date,
    /// dates are rounded to milliseconds, rows of a series have a record each, and lists have no
    /// order of their own. Encrypted properties and relationships without an inverse are not
    /// possible.
    public static let coreData = RecordStyle(kind: .coreData)
  }

  /// The rules for merging a property that two devices have changed concurrently.
  ///
  /// The overwritten value is in the log of conflicts.
  public struct MergePolicy: Hashable, Sendable {
    let field: MergeRules.FieldPolicy

    /// Keeps the value that was written last; the default.
    public static let latest = MergePolicy(field: .latest)
    /// Adds up the increments of all devices.
    ///
    /// For integers, `Double`, `Float` and `Decimal`.
    public static let sum = MergePolicy(field: .sum)
    /// Keeps this device's value.
    public static let ours = MergePolicy(field: .ours)
    /// Keeps the server's value.
    public static let theirs = MergePolicy(field: .theirs)
  }

  struct Series: Sendable {
    let owner: String
    let order: String
    let identity: String?
  }

  /// The record format; ``RecordStyle/readable`` by default.
  public var recordStyle: RecordStyle = .readable
  // By the names of entities and properties.
  private var policies: [String: [String: MergeRules.FieldPolicy]] = [:]
  private var others: [String: MergeRules.FieldPolicy] = [:]
  private var dates: [String: String] = [:]
  private var deletions: [String: MergeRules.DeletionPolicy] = [:]
  private(set) var seriesByEntity: [String: Series] = [:]
  /// The maximum number of rows of a series in a record that this program writes.
  package var rowsPerChunk = SeriesLayout.rowsPerChunk
  /// Options for key paths that are no stored properties.
  private var mistakes: [String] = []

  /// Creates the default options.
  public init() {}

  /// Sets the policy for merging concurrent changes of a property.
  public mutating func merge<Model: PersistentModel, Value>(
    _ property: KeyPath<Model, Value>, by policy: MergePolicy
  ) {
    guard let name = name(of: property) else { return }
    policies[Schema.entityName(for: Model.self), default: [:]][name] = policy.field
  }

  /// Sets the policy for merging concurrent changes of a model's other properties.
  public mutating func merge<Model: PersistentModel>(_ model: Model.Type, by policy: MergePolicy) {
    others[Schema.entityName(for: model)] = policy.field
  }

  /// Merges concurrent changes of an object by a date: the later copy is kept as a whole.
  ///
  /// The program sets the date whenever it changes the object. Properties with the policy
  /// ``MergePolicy/sum`` are added up nevertheless.
  public mutating func merge<Model: PersistentModel, Value>(
    _ model: Model.Type, byLatest date: KeyPath<Model, Value>
  ) {
    guard let name = name(of: date) else { return }
    dates[Schema.entityName(for: model)] = name
  }

  /// Keeps objects of a model deleted even if another device has changed them concurrently.
  ///
  /// By default, the change restores the object.
  public mutating func preferDeletions<Model: PersistentModel>(of model: Model.Type) {
    deletions[Schema.entityName(for: model)] = .deletionWins
  }

  /// Syncs objects of a model as the rows of a series, many of them in one record.
  ///
  /// For points of a track, strokes of a rower and other measurements: objects with attributes
  /// only, which are created in large numbers and seldom changed. A record contains up to 1,000
  /// rows. If two devices change a record, it is merged row by row; for a row that both have
  /// changed, the record that was written later wins.
  ///
  /// Rows are identified by a unique attribute, or by all attributes: then a changed row is a
  /// different one. See ``series(_:of:orderedBy:identifiedBy:)``.
  ///
  /// - Parameters:
  ///   - model: The rows' model.
  ///   - owner: The to-one relationship to the owner of the series.
  ///   - order: The attribute that orders the rows, such as a time: an integer, a real number or a
  ///     date.
  public mutating func series<Model: PersistentModel, Owner, Value>(
    _ model: Model.Type, of owner: KeyPath<Model, Owner>, orderedBy order: KeyPath<Model, Value>
  ) {
    guard let owner = name(of: owner), let order = name(of: order) else { return }
    seriesByEntity[Schema.entityName(for: model)] = Series(
      owner: owner, order: order, identity: nil)
  }

  /// Syncs objects of a model as the rows of a series, identified by an attribute such as a UUID.
  ///
  /// - Parameters:
  ///   - model: The rows' model.
  ///   - owner: The to-one relationship to the owner of the series.
  ///   - order: The attribute that orders the rows, such as a time: an integer, a real number or a
  ///     date.
  ///   - identity: The attribute whose value is unique among the rows of an owner.
  public mutating func series<Model: PersistentModel, Owner, Value, Identity>(
    _ model: Model.Type, of owner: KeyPath<Model, Owner>, orderedBy order: KeyPath<Model, Value>,
    identifiedBy identity: KeyPath<Model, Identity>
  ) {
    guard let owner = name(of: owner), let order = name(of: order),
      let identity = name(of: identity)
    else { return }
    seriesByEntity[Schema.entityName(for: model)] = Series(
      owner: owner, order: order, identity: identity)
  }

  private mutating func name<Model: PersistentModel, Value>(of path: KeyPath<Model, Value>)
    -> String?
  {
    if let name = ModelDescription.of(Model.self).name(of: path) { return name }
    mistakes.append(
      "\(path), which is not a stored property of \(Schema.entityName(for: Model.self))")
    return nil
  }
}

extension MirroringOptions {
  /// Throws for options that refer to missing models or properties.
  func check(_ layout: StoreLayout) throws {
    if let mistake = mistakes.first {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "MirroringOptions refer to \(mistake). Use a stored property.")
    }
    let named = [
      Set(policies.keys), Set(others.keys), Set(dates.keys), Set(deletions.keys),
      Set(seriesByEntity.keys),
    ]
    for name in named.flatMap(\.self).sorted() where layout.entity(named: name) == nil {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "MirroringOptions refer to \(name), which is not in the schema. Add the model to the "
          + "schema, or remove it from the options.")
    }
  }

  /// The merge rules for an entity: its own override its superclasses' rules.
  func rules(of entity: EntityLayout) throws -> MergeRules {
    var rules = try entity.superentity.map { try self.rules(of: $0) } ?? MergeRules()
    if let other = others[entity.name] { rules.other = other }
    if let deletion = deletions[entity.name] { rules.deletion = deletion }
    if rules.other == .sum {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "MirroringOptions merge all of \(entity.name) by sum. Name the properties that are sums.")
    }
    if let date = dates[entity.name] {
      guard column(date, entity).map({ [.date, .real, .integer].contains($0) }) == true else {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "MirroringOptions compare \(entity.name) by \(date), which is not a date. Use a Date.")
      }
      rules.wholeRecordBy = NameEscape.field(date)
    }
    for (property, policy) in policies[entity.name] ?? [:] {
      if policy == .sum,
        column(property, entity).map({ [.integer, .real, .decimal].contains($0) }) != true
      {
        throw SwiftDataError.modelValidationFailure.withMessage(
          "MirroringOptions merge \(entity.name).\(property) by sum, but it is not a number. Use "
            + "another policy.")
      }
      rules.fields[NameEscape.field(property)] = policy
    }
    return rules
  }

  private func column(_ property: String, _ entity: EntityLayout) -> _ColumnType? {
    guard
      case .attribute(let column, _) = entity.properties.first(where: { $0.name == property })?
        .storage
    else { return nil }
    return column
  }
}
