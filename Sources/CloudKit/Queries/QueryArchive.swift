// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import CoreLocation
import Foundation

/// Encodes a query's predicate and order in wire format.
struct QueryArchive {
  private static let queryKey = "Query"
  private static let reasonKey = "UnknownPredicate"

  let predicate: NSPredicate
  let sortDescriptors: [NSSortDescriptor]

  /// Decodes a query; nil if the archive is invalid.
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

  /// Encodes a query; one that servers do not support also fails later, when it runs.
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
    if let location = relativeLocation {
      return CKLocationSortDescriptor(key: name, relativeLocation: CLLocation(location))
    }
    return NSSortDescriptor(key: name, ascending: ascending)
  }
}
