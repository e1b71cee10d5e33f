// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The results of a fetch, divided into sections by a key path.
///
/// ```swift
/// let observer = try ResultsObserver<Trip, String>(
///   sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
/// for section in observer.sections ?? SectionedResults() {
///   print(section.title, section.count)
///   for trip in section { print("  " + trip.name) }
/// }
/// ```
///
/// Sections are in the order of their first models. Like ``FetchResultsCollection``, the value loads
/// models in batches on access and belongs to the isolation domain of its context.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection
{
  /// The position of a section.
  public typealias Index = Int
  /// An iterator over the sections.
  public typealias Iterator = IndexingIterator<Self>

  private let models: FetchResultsCollection<Element>
  private let layout: SectionLayout<SectionTitle>

  /// Creates results without sections.
  public init() {
    self.init(FetchResultsCollection(count: 0, batchSize: 1) { _ in [] }, SectionLayout())
  }

  init(_ models: FetchResultsCollection<Element>, _ layout: SectionLayout<SectionTitle>) {
    self.models = models
    self.layout = layout
  }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of sections.
  public var endIndex: Int { layout.titles.count }

  /// The section at an index.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
    precondition(
      indices.contains(position), "there is no section \(position) among \(endIndex)")
    return ResultsSection(
      title: layout.titles[position], models: models, range: layout.range(of: position))
  }

  /// The titles of the sections, in order.
  public var sectionTitles: [SectionTitle] { layout.titles }

  /// Whether there is a section with a title, in constant time.
  public func contains(sectionTitle title: SectionTitle) -> Bool { layout.indexes[title] != nil }

  /// The index of the section with a title, in constant time; nil if there is none.
  public func index(ofSectionTitled title: SectionTitle) -> Int? { layout.indexes[title] }

  /// The section with a title, in constant time; nil if there is none.
  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    layout.indexes[title].map { self[$0] }
  }
}

/// The models of a fetch that have one value of the section key path.
///
/// ```swift
/// let alpine = observer.sections?[sectionTitle: "Switzerland"]
/// print(alpine?.count ?? 0)
/// ```
///
/// The title identifies the section: it stays the same while the section gains, loses and moves
/// models.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: Identifiable,
  RandomAccessCollection
{
  /// The value of the section key path that the models have in common.
  public let title: SectionTitle
  private let models: FetchResultsCollection<Element>
  private let range: Range<Int>

  init(title: SectionTitle, models: FetchResultsCollection<Element>, range: Range<Int>) {
    self.title = title
    self.models = models
    self.range = range
  }

  /// The title.
  public var id: SectionTitle { title }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of models in the section.
  public var endIndex: Int { range.count }

  /// The model at an index of the section; its batch is loaded if it is not in memory.
  public subscript(position: Int) -> Element {
    precondition(
      indices.contains(position), "there is no result \(position) among \(range.count)")
    return models[range.lowerBound + position]
  }
}

@available(*, unavailable)
extension SectionedResults: Sendable {}

@available(*, unavailable)
extension ResultsSection: Sendable {}
