// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A generator of random edits.
struct EditMaker {
  let chance: Chance
  /// The additional share of edits of series rows, in thousandths.
  private let rowEdits: Int
  private var number = 0

  init(_ chance: Chance, rowEdits: Int) {
    self.chance = chance
    self.rowEdits = rowEdits
  }

  /// Returns up to three edits for one save.
  mutating func edits(_ contents: Contents, _ version: TourVersion) -> [Edit] {
    var edits: [Edit] = []
    var touched: Set<String> = []
    for _ in 0..<(chance.happens(250) ? 2 + chance.number(0..<2) : 1) {
      guard let edit = edit(contents, version) else { continue }
      // A save has at most one edit of an object.
      let ids = Self.objects(of: edit, contents)
      if touched.isDisjoint(with: ids) {
        edits.append(edit)
        touched.formUnion(ids)
      }
    }
    return edits
  }

  private static func objects(of edit: Edit, _ contents: Contents) -> Set<String> {
    switch edit {
    case .insert(let entity, let key, let tour): return Set(["\(entity) \(key)"] + [tour ?? ""])
    case .set(let id, _, _), .add(let id, _, _): return [id]
    case .refer(let id, _, let target): return Set([id, target ?? ""])
    case .toggle(let tour, let tag): return [tour, tag]
    case .move(let list, _, _):
      return Set(
        (contents.lists[list] ?? []) + list.split(separator: ".").prefix(1).map(String.init))
    // A deletion may cascade to any object.
    case .delete: return Set(contents.items.keys)
    }
  }

  private mutating func edit(_ contents: Contents, _ version: TourVersion) -> Edit? {
    let (tours, places) = (contents.all("Tour"), contents.all("Place"))
    let tags = contents.all("Tag")
    if rowEdits > 0, version == .new, !tours.isEmpty, chance.happens(rowEdits) {
      return editRow(contents, tours)
    }
    switch chance.number(0..<115) {
    case 0..<14: return .insert(entity: "Tour", key: next(), tour: nil)
    case 14..<20: return insert("Place", contents)
    case 20..<26: return insert("Tag", contents)
    case 26..<33:
      return chance.pick(tours).map { .insert(entity: "Stage", key: next(), tour: $0) }
    case 33..<36:
      return version == .new ? .insert(entity: "Photo", key: next(), tour: nil) : nil
    case 36..<58: return set(contents, version)
    case 58..<65:
      return chance.pick(tours).map { .add(id: $0, field: "uses", by: 1 + chance.number(0..<9)) }
    case 65..<75:
      guard let tour = chance.pick(tours) else { return nil }
      return .refer(id: tour, field: "place", to: chance.happens(150) ? nil : chance.pick(places))
    case 75..<78:
      guard let stage = chance.pick(contents.all("Stage")), let tour = chance.pick(tours) else {
        return nil
      }
      return .refer(id: stage, field: "tour", to: tour)
    case 78..<86:
      guard let tour = chance.pick(tours), let tag = chance.pick(tags) else { return nil }
      return .toggle(tour: tour, tag: tag)
    case 86..<92: return move(contents)
    case 92..<94:
      guard let photo = chance.pick(contents.all("Photo")) else { return nil }
      return .refer(id: photo, field: "tour", to: chance.pick(tours))
    case 94..<100:
      let marks = contents.all("Mark")
      return chance.pick(marks).map { .set(id: $0, field: "name", value: next()) }
    case 100..<109:
      guard version == .new else { return nil }
      return chance.pick(tours).map { .insert(entity: "Mark", key: next(), tour: $0) }
    default:
      let all = contents.items.keys.sorted()
      return chance.pick(all).map { .delete(id: $0) }
    }
  }

  private mutating func editRow(_ contents: Contents, _ tours: [String]) -> Edit? {
    let marks = contents.all("Mark")
    switch chance.number(0..<10) {
    case 0..<4: return chance.pick(tours).map { .insert(entity: "Mark", key: next(), tour: $0) }
    case 4..<8: return chance.pick(marks).map { .set(id: $0, field: "name", value: next()) }
    default: return chance.pick(marks).map { .delete(id: $0) }
    }
  }

  private mutating func next() -> String {
    number += 1
    return "\(number)"
  }

  private mutating func insert(_ entity: String, _ contents: Contents) -> Edit? {
    let key = "\(entity.first ?? "x")\(chance.number(0..<3))"
    return contents.items["\(entity) \(key)"] == nil
      ? .insert(entity: entity, key: key, tour: nil) : nil
  }

  private mutating func set(_ contents: Contents, _ version: TourVersion) -> Edit? {
    guard let id = chance.pick(contents.items.keys.sorted()), let item = contents.items[id] else {
      return nil
    }
    let fields: [String] =
      switch item.entity {
      case "Place": ["city"]
      case "Tag": ["color"]
      case "Stage", "Mark": ["name"]
      case "Photo": ["caption"]
      default: ["title", "length", "note"] + (version == .new ? ["grade"] : [])
      }
    guard let field = chance.pick(fields) else { return nil }
    let value = field == "note" && chance.happens(300) ? nil : next()
    if value == nil, item.fields[field] == "-" { return nil }
    return .set(id: id, field: field, value: value)
  }

  private func move(_ contents: Contents) -> Edit? {
    let lists = contents.lists.filter { $0.value.count > 1 }.keys.sorted()
    guard let list = chance.pick(lists), let count = contents.lists[list]?.count else { return nil }
    let from = chance.number(0..<count)
    let to = chance.number(0..<count)
    return from == to ? nil : .move(list: list, from: from, to: to)
  }
}
