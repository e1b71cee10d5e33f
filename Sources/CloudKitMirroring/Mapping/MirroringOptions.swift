// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// What a program can say about how its models sync; all of it is optional.
///
/// ```swift
/// var options = MirroringOptions()
/// options.merge(User.self, byLatest: \.updatedAt)
/// options.merge(\Equipment.uses, by: .sum)
/// ```
public struct MirroringOptions: Sendable {
  /// How objects are written to records.
  public struct RecordStyle: Hashable, Sendable {
    private enum Kind { case readable, coreData }
    private let kind: Kind

    /// Record types, fields and references named as models, properties and relationships are.
    public static let readable = RecordStyle(kind: .readable)
    /// The records of Apple's own mirroring, with names that begin with `CD_`.
    ///
    /// For the data of an app that runs on Apple's systems too; they lie in the zone
    /// `com.apple.coredata.cloudkit.zone`. There is no place in them for what ``readable`` keeps beside the
    /// values: each object that was changed since counts as changed at the record's date, dates are
    /// rounded to milliseconds, rows of a series have a record each, and lists have no order of their own.
    /// Encrypted properties and relationships without an inverse can't be said.
    public static let coreData = RecordStyle(kind: .coreData)
  }

  /// What becomes of a property that two devices have written before they heard of each other.
  ///
  /// The value that is not kept is in the log of conflicts.
  public struct MergePolicy: Hashable, Sendable {
    let field: MergeRules.FieldPolicy

    /// The value that was written last stays; the default.
    public static let latest = MergePolicy(field: .latest)
    /// What each device has added is added.
    ///
    /// For integers, `Double`, `Float` and `Decimal`.
    public static let sum = MergePolicy(field: .sum)
    /// This device's value stays.
    public static let ours = MergePolicy(field: .ours)
    /// The server's value stays.
    public static let theirs = MergePolicy(field: .theirs)
  }

  struct Series: Sendable {
    let owner: String
    let order: String
    let identity: String?
  }

  /// How objects are written to records; ``RecordStyle/readable`` unless set.
  public var recordStyle: RecordStyle = .readable
  // By the names of entities and properties.
  private var policies: [String: [String: MergeRules.FieldPolicy]] = [:]
  private var others: [String: MergeRules.FieldPolicy] = [:]
  private var dates: [String: String] = [:]
  private var deletions: [String: MergeRules.DeletionPolicy] = [:]
  private(set) var seriesByEntity: [String: Series] = [:]
  /// The most rows of a series that this program puts into a record.
  package var rowsPerChunk = SeriesLayout.rowsPerChunk
  /// What was said of something that is no stored property.
  private var mistakes: [String] = []

  /// Options that leave everything at its default.
  public init() {}

  /// Says what becomes of a property that two devices have written.
  public mutating func merge<Model: PersistentModel, Value>(
    _ property: KeyPath<Model, Value>, by policy: MergePolicy
  ) {
    guard let name = name(of: property) else { return }
    policies[Schema.entityName(for: Model.self), default: [:]][name] = policy.field
  }

  /// Says what becomes of the properties of a model that two devices have written.
  public mutating func merge<Model: PersistentModel>(_ model: Model.Type, by policy: MergePolicy) {
    others[Schema.entityName(for: model)] = policy.field
  }

  /// Compares objects that two devices have written by a date, and keeps the later one whole.
  ///
  /// The program sets the date whenever it changes the object. Properties that are merged by
  /// ``MergePolicy/sum`` are added all the same.
  public mutating func merge<Model: PersistentModel, Value>(
    _ model: Model.Type, byLatest date: KeyPath<Model, Value>
  ) {
    guard let name = name(of: date) else { return }
    dates[Schema.entityName(for: model)] = name
  }

  /// Says that an object stays deleted though another device changed it before it heard of that.
  ///
  /// Otherwise the change brings it back.
  public mutating func keepDeleted<Model: PersistentModel>(_ model: Model.Type) {
    deletions[Schema.entityName(for: model)] = .deletionWins
  }

  /// Says that objects of a model are the rows of a series, many of which travel in one record.
  ///
  /// For points of a track, strokes of a row and other measurements: objects with attributes only, that
  /// are made in great numbers and seldom changed. Up to 1,000 go into a record, which two devices that
  /// changed it merge row by row: a row that both changed is as who wrote the record later has it.
  ///
  /// Rows are told apart by what is unique, or by all their attributes: a row that is changed is another
  /// one then. See ``series(_:of:orderedBy:identifiedBy:)``.
  ///
  /// - Parameters:
  ///   - model: The rows' model.
  ///   - owner: The to-one relationship to what they are the series of.
  ///   - order: The attribute that they are in the order of, such as a time: of integers, real numbers
  ///     or dates.
  public mutating func series<Model: PersistentModel, Owner, Value>(
    _ model: Model.Type, of owner: KeyPath<Model, Owner>, orderedBy order: KeyPath<Model, Value>
  ) {
    guard let owner = name(of: owner), let order = name(of: order) else { return }
    seriesByEntity[Schema.entityName(for: model)] = Series(
      owner: owner, order: order, identity: nil)
  }

  /// Says that objects of a model are the rows of a series, told apart by an attribute such as a UUID.
  ///
  /// - Parameters:
  ///   - model: The rows' model.
  ///   - owner: The to-one relationship to what they are the series of.
  ///   - order: The attribute that they are in the order of, such as a time: of integers, real numbers
  ///     or dates.
  ///   - identity: The attribute that no two rows of an owner have the same of.
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
    mistakes.append("\(path), which is no stored property of \(Schema.entityName(for: Model.self))")
    return nil
  }
}

extension MirroringOptions {
  /// Throws for options of what the schema doesn't have.
  func check(_ layout: StoreLayout) throws {
    if let mistake = mistakes.first {
      throw SwiftDataError.modelValidationFailure.saying(
        "MirroringOptions name \(mistake): name a property that is stored.")
    }
    let named = [
      Set(policies.keys), Set(others.keys), Set(dates.keys), Set(deletions.keys),
      Set(seriesByEntity.keys),
    ]
    for name in named.flatMap(\.self).sorted() where layout.entity(named: name) == nil {
      throw SwiftDataError.modelValidationFailure.saying(
        "MirroringOptions speak of \(name), which the schema doesn't have: add the model to the "
          + "schema, or leave it out of the options.")
    }
  }

  /// The rules for an entity: those of its superclasses, then its own.
  func rules(of entity: EntityLayout) throws -> MergeRules {
    var rules = try entity.superentity.map { try self.rules(of: $0) } ?? MergeRules()
    if let other = others[entity.name] { rules.other = other }
    if let deletion = deletions[entity.name] { rules.deletion = deletion }
    if rules.other == .sum {
      throw SwiftDataError.modelValidationFailure.saying(
        "MirroringOptions add up all of \(entity.name): name the properties that are sums.")
    }
    if let date = dates[entity.name] {
      guard column(date, entity).map({ [.date, .real, .integer].contains($0) }) == true else {
        throw SwiftDataError.modelValidationFailure.saying(
          "MirroringOptions compare \(entity.name) by \(date), which is no date: name a Date.")
      }
      rules.wholeRecordBy = NameEscape.field(date)
    }
    for (property, policy) in policies[entity.name] ?? [:] {
      if policy == .sum,
        column(property, entity).map({ [.integer, .real, .decimal].contains($0) }) != true
      {
        throw SwiftDataError.modelValidationFailure.saying(
          "MirroringOptions add up \(entity.name).\(property), which is no number: use another "
            + "policy.")
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
