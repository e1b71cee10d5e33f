// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The titles of sections and the offsets of their models among all results.
struct SectionLayout<Title: Hashable>: Equatable {
  private(set) var titles: [Title] = []
  /// The offset of the first model of each section, then the number of models.
  private(set) var offsets = [0]
  private(set) var indexes: [Title: Int] = [:]

  /// The offsets of a section's models.
  func range(of section: Int) -> Range<Int> { offsets[section]..<offsets[section + 1] }

  /// The section that contains an offset, and the position of the offset in it.
  func position(of offset: Int) -> (section: Int, item: Int) {
    var (low, high) = (0, titles.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    return (low, offset - offsets[low])
  }

  /// Creates a layout from the titles of consecutive runs of elements.
  ///
  /// A title may begin several runs, for example if the sort order regards different titles as
  /// equal. Its elements then move behind the elements of its first run.
  init<Element>(_ runs: SectionRuns<Title>, _ elements: inout [Element]) {
    titles = runs.titles
    indexes = runs.indexes
    let ends = runs.runs.dropFirst().map(\.start) + [elements.count]
    if runs.runs.count == titles.count {
      offsets = runs.runs.isEmpty ? [0] : [0] + ends
      return
    }
    var sections = titles.map { _ in [Element]() }
    for (run, end) in zip(runs.runs, ends) { sections[run.section] += elements[run.start..<end] }
    elements = Array(sections.joined())
    for section in sections { offsets.append((offsets.last ?? 0) + section.count) }
  }

  init() {}
}

/// The runs of consecutive elements with one title.
struct SectionRuns<Title: Hashable> {
  private(set) var titles: [Title] = []
  private(set) var indexes: [Title: Int] = [:]
  private(set) var runs: [(section: Int, start: Int)] = []

  /// Adds the element at an offset, whose title may differ from the previous element's.
  mutating func append(_ title: Title, at offset: Int) {
    let section: Int
    if let known = indexes[title] {
      if runs.last?.section == known { return }
      section = known
    } else {
      section = titles.count
      titles.append(title)
      indexes[title] = section
    }
    runs.append((section, offset))
  }
}

/// A division of the models of a fetch into sections.
struct Sectioning<Element: PersistentModel, Title: Hashable> {
  /// The key path of the titles.
  let keyPath: PartialKeyPath<Element>
  /// The one sort descriptor that makes the models of a section consecutive.
  ///
  /// It is in an array, since an optimized copy of a generic value that contains a descriptor refers to
  /// an internal type of Foundation, which the linker does not find.
  let sortBy: [SortDescriptor<Element>]
  /// Returns the title of a model's section.
  let title: (Element) -> Title
  /// Reads a title from a column; nil if the value has no column of its own.
  let read: ((inout _RowReader, Int32) -> Title?)?

  /// Returns a descriptor that sorts by the section key path first.
  func sorting(_ descriptor: FetchDescriptor<Element>) -> FetchDescriptor<Element> {
    if descriptor.sortBy.first?.keyPath == keyPath { return descriptor }
    var sorted = descriptor
    sorted.sortBy = sortBy + sorted.sortBy
    return sorted
  }
}

extension Sectioning {
  /// Sections by the values of a key path.
  init(_ keyPath: KeyPath<Element, Title>) where Title: Comparable {
    self.init(
      keyPath: keyPath, sortBy: [SortDescriptor(sendable(keyPath))],
      title: { $0[keyPath: keyPath] }, read: Self.reader())
  }

  /// Sections by the values of an optional key path; nil has a section of its own.
  init<Value: Comparable & Hashable>(_ keyPath: KeyPath<Element, Value?>) where Title == Value? {
    self.init(
      keyPath: keyPath, sortBy: [SortDescriptor(sendable(keyPath))],
      title: { $0[keyPath: keyPath] }, read: Self.reader())
  }

  private static func reader() -> ((inout _RowReader, Int32) -> Title?)? {
    guard let type = Title.self as? any _ColumnValue.Type else { return nil }
    func read<Value: _ColumnValue>(_ type: Value.Type) -> (inout _RowReader, Int32) -> Title? {
      { reader, column in type._read(&reader, column) as? Title }
    }
    return read(type)
  }
}

extension Sectioning where Title == String {
  /// Sections by the strings of a key path.
  init(strings keyPath: KeyPath<Element, String>) {
    self.init(
      keyPath: keyPath, sortBy: [SortDescriptor(sendable(keyPath))],
      title: { $0[keyPath: keyPath] }, read: { String._read(&$0, $1) })
  }

  /// Sections by the strings of an optional key path; nil belongs to the section of the empty string.
  init(strings keyPath: KeyPath<Element, String?>) {
    self.init(
      keyPath: keyPath, sortBy: [SortDescriptor(sendable(keyPath))],
      title: { $0[keyPath: keyPath] ?? "" }, read: { String?._read(&$0, $1) ?? "" })
  }
}

/// Converts a key path to the type that sort descriptors require; key paths are immutable.
private func sendable<Root, Value>(_ path: KeyPath<Root, Value>) -> any KeyPath<Root, Value>
  & Sendable
{
  unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
}
