// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import CoreLocation
import Foundation

/// A query's predicate and order in an archive, as requests have them.
struct QueryArchive {
  private static let queryKey = "Query"
  private static let reasonKey = "UnknownPredicate"

  let predicate: NSPredicate
  let sortDescriptors: [NSSortDescriptor]

  /// Reads what was encoded; nil if it can't be understood.
  init?(_ coder: NSCoder) {
    if let data = coder.object(of: NSData.self, forKey: Self.queryKey) {
      guard let document = try? JSONDocument([UInt8](Data(referencing: data)), from: .server),
        let query = try? Query(json: document.root)
      else { return nil }
      predicate = NSPredicate(PredicateTree(query.filters, .default, .private))
      sortDescriptors = query.sorts.map { $0.descriptor }
    } else {
      sortDescriptors = []
      predicate =
        coder.object(of: NSString.self, forKey: Self.reasonKey).map {
          NSPredicate(.invalid("\($0)"))
        } ?? NSPredicate(value: false)
    }
  }

  /// Writes a query; one that servers don't know is an error when it is run later, too.
  static func encode(_ query: CKQuery, with coder: NSCoder) {
    do {
      guard let wire = try QueryTranslation(query).query else { return }
      var writer = JSONWriter(capacity: 256)
      wire.write(to: &writer)
      coder.encode(Data(writer.bytes) as NSData, forKey: Self.queryKey)
    } catch {
      coder.encode(error.localizedDescription as NSString, forKey: Self.reasonKey)
    }
  }
}

extension Sort {
  fileprivate var descriptor: NSSortDescriptor {
    let name =
      switch key {
      case .field(let name): name
      case .system(let field): PredicateTree.name(of: field)
      }
    if let place = relativeLocation {
      return CKLocationSortDescriptor(key: name, relativeLocation: CLLocation(place))
    }
    return NSSortDescriptor(key: name, ascending: ascending)
  }
}
