// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The changes of one save as bytes: a few for each run of consecutive keys.
///
/// The bytes consist of groups, one for each entity, kind of change and set of properties. A group
/// contains the kind, the entity's index in its ``HistorySchema``, the property bits (updates
/// only), the number of runs, and the runs. A run is the doubled distance from the end of the
/// previous run, plus 1 if a length minus two follows. All numbers are variable-length integers
/// with seven bits to a byte, lowest bits first.
struct PackedChanges {
  enum Kind: UInt64 {
    case insert, update, delete
  }

  private(set) var bytes: [UInt8] = []

  /// Appends a group.
  mutating func append(_ kind: Kind, entity: Int, properties: UInt64 = 0, keys: [Int64]) {
    if keys.isEmpty { return }
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    let keys = isAscending ? keys : keys.sorted()
    var runs: [(first: Int64, last: Int64)] = []
    for key in keys {
      if let last = runs.last?.last, key <= last + 1 {
        runs[runs.count - 1].last = key
      } else {
        runs.append((key, key))
      }
    }
    append(kind.rawValue)
    append(UInt64(entity))
    if kind == .update { append(properties) }
    append(UInt64(runs.count))
    var end: Int64 = 0
    for run in runs {
      let gap = UInt64(bitPattern: run.first &- end)
      append(gap << 1 | (run.last > run.first ? 1 : 0))
      if run.last > run.first { append(UInt64(run.last - run.first - 1)) }
      end = run.last
    }
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A decoded group.
  struct Group {
    let kind: Kind
    let entity: Int
    let properties: UInt64
    var runs: [ClosedRange<Int64>]
  }

  /// Decodes packed groups; nil if the bytes are malformed.
  static func groups(in bytes: UnsafeRawBufferPointer) -> [Group]? {
    var reader = Reader(bytes: bytes)
    var groups: [Group] = []
    while reader.position < bytes.count {
      guard let kind = reader.number().flatMap(Kind.init(rawValue:)),
        let entity = reader.number().flatMap({ Int(exactly: $0) }),
        let properties = kind == .update ? reader.number() : 0, let count = reader.number(),
        count <= UInt64(bytes.count)
      else { return nil }
      var runs: [ClosedRange<Int64>] = []
      runs.reserveCapacity(Int(count))
      var end: Int64 = 0
      for _ in 0..<count {
        guard let gap = reader.number(),
          case let (first, isTooLarge) = end.addingReportingOverflow(Int64(gap >> 1)), !isTooLarge
        else { return nil }
        end = first
        if gap & 1 == 1 {
          guard let length = reader.number().flatMap({ Int64(exactly: $0) }),
            case let (last, isTooLarge) = first.addingReportingOverflow(length), !isTooLarge,
            last < .max
          else { return nil }
          end = last + 1
        }
        runs.append(first...end)
      }
      groups.append(Group(kind: kind, entity: entity, properties: properties, runs: runs))
    }
    return groups
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    mutating func number() -> UInt64? {
      var number: UInt64 = 0
      var shift: UInt64 = 0
      while position < bytes.count, shift < 64 {
        let byte = bytes[position]
        position += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
      return nil
    }
  }
}
