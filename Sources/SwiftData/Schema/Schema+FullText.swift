// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The full-text indexes that `#FullText` declares. (Not in Apple's framework.)
  ///
  /// ```swift
  /// @Model
  /// final class Letter {
  ///   #FullText<Letter>([\.subject, \.text])
  ///   var subject = ""
  ///   var text = ""
  ///
  ///   init() {}
  /// }
  /// ```
  public final class FullText<T: PersistentModel>: SchemaProperty {
    /// The keys of the encoding.
    public enum CodingKeys: CodingKey {
      /// The kind of each index and the names of its properties.
      case indices
    }

    /// The indexes, in order.
    public let indices: [Types<T>]
    /// The index's name: empty unless set.
    public var name = ""
    /// The index's former name: empty unless set.
    public var originalName = ""
    /// The model's type.
    public var valueType: any Any.Type = T.self

    /// Creates indexes of words from the arguments of `#FullText<T>(wordIndices)`.
    public init(_ wordIndices: [PartialKeyPath<T>]...) {
      indices = wordIndices.map { .words($0) }
    }

    /// Creates indexes from the arguments of `#FullText<T>(indices)`.
    public init(_ indices: Types<T>...) {
      self.indices = indices
    }

    /// False.
    public var isUnique: Bool { false }

    /// Reads the indexes that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      indices = try container.decode([Stored].self, forKey: .indices).map { stored in
        let paths: [PartialKeyPath<T>] = try ConstraintPaths.paths(stored.names, in: decoder)
        return stored.hasWords ? .words(paths) : .substrings(paths)
      }
    }

    /// Writes the kinds and the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let stored = try indices.map { index in
        Stored(names: try ConstraintPaths.names(index.paths, in: encoder), hasWords: index.hasWords)
      }
      try container.encode(stored, forKey: .indices)
    }

    private struct Stored: Codable {
      let names: [String]
      let hasWords: Bool
    }

    /// Two are equal if their indexes are.
    public static func == (lhs: FullText, rhs: FullText) -> Bool {
      lhs.indices.map(\.paths) == rhs.indices.map(\.paths)
        && lhs.indices.map(\.hasWords) == rhs.indices.map(\.hasWords)
    }

    /// Hashes the indexes.
    public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.paths)) }
  }
}

extension Schema.FullText {
  /// The kind of a full-text index and its properties.
  public enum Types<P: PersistentModel> {
    /// An index of words, for ranked searches with ``FullTextDescriptor``.
    ///
    /// The properties must be strings.
    case words([PartialKeyPath<P>])
    /// An index of all sequences of three characters, for predicates with
    /// `localizedStandardContains`.
    ///
    /// The properties must be strings. The index takes about three times the space of the text.
    case substrings([PartialKeyPath<P>])

    var paths: [PartialKeyPath<P>] {
      switch self {
      case .words(let paths), .substrings(let paths): paths
      }
    }

    var hasWords: Bool {
      if case .words = self { true } else { false }
    }
  }
}

extension Schema.FullText: ConstraintList {
  var indexKeyPaths: [(paths: [AnyKeyPath], kind: IndexLayout.Kind)] {
    indices.map { ($0.paths, $0.hasWords ? .words : .substrings) }
  }
}

extension EntityLayout {
  /// Throws for a full-text index of other properties than strings.
  static func checkText(
    _ index: IndexLayout, _ properties: [PropertyLayout], in description: ModelDescription
  ) throws {
    guard index.isFullText else { return }
    for property in index.properties.map({ properties[$0] }) {
      guard case .attribute(.text, _) = property.storage else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "#FullText of \(description.entityName) names \(property.name), which is not a string: "
            + "name strings only.")
      }
      guard !["rank", "rowid"].contains(property.column.lowercased()) else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "#FullText of \(description.entityName) names \(property.name), a name that SQLite "
            + "reserves in full-text tables: rename the property, with the attribute's "
            + "originalName.")
      }
    }
  }
}
