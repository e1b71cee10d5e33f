// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The indexes that `#Index` declares.
  ///
  /// ```swift
  /// @Model
  /// final class Photo {
  ///   #Index<Photo>([\.day], [\.place, \.day])
  ///   var place = ""
  ///   var day = Date.now
  ///
  ///   init() {}
  /// }
  /// ```
  public final class Index<T: PersistentModel>: SchemaProperty {
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

    /// Creates B-tree indexes from the arguments of `#Index<T>(binaryIndices)`.
    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      indices = binaryIndices.map { .binary($0) }
    }

    /// Creates indexes from the arguments of `#Index<T>(indices)`.
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
        return stored.isSpatial ? .rtree(paths) : .binary(paths)
      }
    }

    /// Writes the kinds and the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let stored = try indices.map { index in
        Stored(
          names: try ConstraintPaths.names(index.paths, in: encoder), isSpatial: index.isSpatial)
      }
      try container.encode(stored, forKey: .indices)
    }

    private struct Stored: Codable {
      let names: [String]
      let isSpatial: Bool
    }

    /// Two are equal if their indexes are.
    public static func == (lhs: Index, rhs: Index) -> Bool {
      lhs.indices.map(\.paths) == rhs.indices.map(\.paths)
        && lhs.indices.map(\.isSpatial) == rhs.indices.map(\.isSpatial)
    }

    /// Hashes the indexes.
    public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.paths)) }
  }
}

extension Schema.Index {
  /// The kind of an index and its properties.
  public enum Types<P: PersistentModel> {
    /// An ordered index, for comparisons, ranges and sorting.
    case binary([PartialKeyPath<P>])
    /// An R*Tree index with one dimension for each property, for range queries over several of
    /// them.
    ///
    /// The properties must be numbers or dates.
    case rtree([PartialKeyPath<P>])

    var paths: [PartialKeyPath<P>] {
      switch self {
      case .binary(let paths), .rtree(let paths): paths
      }
    }

    var isSpatial: Bool {
      if case .rtree = self { true } else { false }
    }
  }
}

extension Schema.Index: ConstraintList {
  var indexKeyPaths: [(paths: [AnyKeyPath], kind: IndexLayout.Kind)] {
    indices.map { ($0.paths, $0.isSpatial ? .spatial : .ordered) }
  }
}
