// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ContextCore {
  /// The results of a sectioned fetch: the keys in order, the models, and the sections.
  typealias Sections<T: PersistentModel, Title: Hashable> = (
    keys: [Int64], models: FetchResultsCollection<T>, layout: SectionLayout<Title>
  )

  /// Fetches models and divides them into sections.
  ///
  /// SQL sorts the rows and returns each row's key with its title, or with the sort key of its
  /// title. Only a title that differs from the previous row's is decoded. Where SQL can't answer the
  /// fetch, the models are loaded.
  func fetchSections<T: PersistentModel, Title: Hashable>(
    _ descriptor: FetchDescriptor<T>, by sectioning: Sectioning<T, Title>, batchSize: Int
  ) throws -> Sections<T, Title> {
    var runs = SectionRuns<Title>()
    if var keys = try fetchKeys(descriptor, sectioning, &runs) {
      let layout = SectionLayout(runs, &keys)
      return (keys, collection(Matches(keys: keys), descriptor, batchSize), layout)
    }
    runs = SectionRuns()
    var plain = descriptor
    plain.relationshipKeyPathsForPrefetching = []
    var models = try fetch(plain)
    for (offset, model) in models.enumerated() { runs.append(sectioning.title(model), at: offset) }
    let layout = SectionLayout(runs, &models)
    var matches = Matches<T>()
    for model in models {
      let key = model._$state.key
      matches.keys.append(key)
      if key < 0 { matches.models[key] = model }
    }
    return (matches.keys, collection(matches, descriptor, batchSize), layout)
  }

  /// The keys of the models and their titles by one SQL query; nil if SQL alone is not enough.
  private func fetchKeys<T: PersistentModel, Title>(
    _ descriptor: FetchDescriptor<T>, _ sectioning: Sectioning<T, Title>,
    _ runs: inout SectionRuns<Title>
  ) throws -> [Int64]? {
    guard let read = sectioning.read else { return nil }
    return try fetchKeys(descriptor, inRunsOf: sectioning.keyPath) { reader, offset in
      guard let title = read(&reader, 1), reader.failure == nil else { return false }
      runs.append(title, at: offset)
      return true
    }
  }
}
