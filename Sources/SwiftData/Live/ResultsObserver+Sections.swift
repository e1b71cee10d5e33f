// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ResultsObserver where SectionTitle == String {
  /// Observes the results of a descriptor in a context, in sections by a string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(strings: sectionBy),
      modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own, in sections by a string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(strings: sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context, in sections by a string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(strings: sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own, in sections by a string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(strings: sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the results of a descriptor in a context, in sections by an optional string; nil belongs to the section of
  /// the empty string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(strings: sectionBy),
      modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own, in sections by an optional string; nil belongs to the section of
  /// the empty string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(strings: sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context, in sections by an optional string; nil belongs to the section of
  /// the empty string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(strings: sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own, in sections by an optional string; nil belongs to the section of
  /// the empty string.
  ///
  /// Throws if the first fetch does.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(strings: sectionBy),
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver where SectionTitle: Comparable {
  /// Observes the results of a descriptor in a context, in sections by a value.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, SectionTitle>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(sectionBy),
      modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own, in sections by a value.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, SectionTitle>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor, Sectioning(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context, in sections by a value.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, SectionTitle>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own, in sections by a value.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, SectionTitle>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(sectionBy),
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver {
  /// Observes the results of a descriptor in a context, in sections by an optional value; nil has a section of its own.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init<Value: Comparable & Hashable>(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, Value?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws where SectionTitle == Value? {
    try self.init(
      fetchDescriptor, Sectioning(sectionBy),
      modelContext, isolation)
  }

  /// Observes the results of a descriptor in a context of its own, in sections by an optional value; nil has a section of its own.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init<Value: Comparable & Hashable>(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
    sectionBy: KeyPath<Element, Value?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws where SectionTitle == Value? {
    try self.init(
      fetchDescriptor, Sectioning(sectionBy),
      ModelContext(modelContainer), isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context, in sections by an optional value; nil has a section of its own.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init<Value: Comparable & Hashable>(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, Value?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws where SectionTitle == Value? {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(sectionBy),
      modelContext, isolation)
  }

  /// Observes the models that match a predicate, in a sort order, in a context of its own, in sections by an optional value; nil has a section of its own.
  ///
  /// Throws if the first fetch does. Not in Apple's framework, whose titles are strings.
  @_disfavoredOverload
  public convenience init<Value: Comparable & Hashable>(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, Value?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws where SectionTitle == Value? {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Sectioning(sectionBy),
      ModelContext(modelContainer), isolation)
  }
}
