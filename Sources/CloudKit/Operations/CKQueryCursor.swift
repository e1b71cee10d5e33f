// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// The position at which a query continues.
///
/// ```swift
/// let query = CKQuery(recordType: "Hike", predicate: NSPredicate(value: true))
/// var (matches, cursor) = try await database.records(matching: query)
/// while let next = cursor {
///   for (_, result) in matches { apply(try result.get()) }
///   (matches, cursor) = try await database.records(continuingMatchFrom: next)
/// }
/// for (_, result) in matches { apply(try result.get()) }
/// ```
public final class CKQueryCursor: NSObject, NSCopying, NSSecureCoding, Sendable {
  let query: Query
  let zoneID: CKRecordZone.ID?
  let marker: String

  init(query: Query, zoneID: CKRecordZone.ID?, marker: String) {
    self.query = query
    self.zoneID = zoneID
    self.marker = marker
  }

  /// Returns the receiver, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true: decoding accepts only the expected classes.
  public static var supportsSecureCoding: Bool { true }

  private static let requestKey = "Request"

  /// Decodes a cursor; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard let data = coder.object(of: NSData.self, forKey: Self.requestKey),
      let request = try? QueryRecordsRequest(body: [UInt8](Data(referencing: data))),
      let marker = request.continuationMarker
    else { return nil }
    self.init(
      query: request.query,
      zoneID: request.zoneID.map {
        CKRecordZone.ID(
          zoneName: $0.zoneName, ownerName: $0.ownerRecordName ?? CKCurrentUserDefaultName)
      }, marker: marker)
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    let request = QueryRecordsRequest(
      query: query, zoneID: zoneID?.wire, continuationMarker: marker)
    guard let body = try? request.encoded() else { return }
    coder.encode(Data(body) as NSData, forKey: Self.requestKey)
  }
}
