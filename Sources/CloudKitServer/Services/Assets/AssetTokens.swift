// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Seals what names an asset outside: the URLs to send it to and get it from, and the receipt of an upload.
///
/// Who has one may do what it says, as long as it says; nobody can make one.
struct AssetTokens: Sendable {
  private enum Kind: UInt8 {
    case upload = 64
    case receipt = 65
    case download = 66
  }

  /// What an upload depends on.
  private enum Holder: UInt8 {
    case session = 1
    case key = 2
  }

  /// URLs are opened without credentials: they are of no database.
  private static let scope = TokenScope(
    container: "", environment: .production, database: .public, userRecordName: nil)
  /// Seconds that a download's URL is good for: ours, Apple's is not documented.
  private static let downloadSeconds = 3_600

  let sealer: TokenSealer

  // MARK: Sealing

  /// It is good as long as what has let the caller in.
  func upload(to database: Int64, by credential: Call.Credential?, _ now: Int64) -> String {
    let holder: [UInt8] =
      switch credential {
      case nil: []
      case .session(let hash): [Holder.session.rawValue] + hash
      case .key(let id): [Holder.key.rawValue] + id.utf8
      }
    return seal(.upload, [database, now + Int64(Limits.uploadSeconds) * 1_000], holder)
  }

  func receipt(_ asset: StoredAsset) -> String { seal(.receipt, [asset.id, asset.database]) }

  func download(_ asset: Int64, _ now: Int64) -> String {
    seal(.download, [asset, now + Int64(Self.downloadSeconds) * 1_000])
  }

  // MARK: Opening

  /// The database that may be uploaded to, and what that depends on; nil for a token that is not good, or
  /// no longer.
  func openUpload(_ token: String, _ now: Int64)
    -> (database: Int64, credential: Call.Credential?)?
  {
    guard let (database, end, rest) = open(.upload, token), now <= end else { return nil }
    switch rest.first.flatMap({ Holder(rawValue: $0) }) {
    case nil: return rest.isEmpty ? (database, nil) : nil
    case .session: return (database, .session(hash: Array(rest.dropFirst())))
    case .key: return (database, .key(id: String(decoding: rest.dropFirst(), as: UTF8.self)))
    }
  }

  func openDownload(_ token: String, _ now: Int64) -> Int64? {
    guard let (asset, end, rest) = open(.download, token), now <= end, rest.isEmpty else {
      return nil
    }
    return asset
  }

  /// The asset and its database.
  func openReceipt(_ token: String) -> (asset: Int64, database: Int64)? {
    open(.receipt, token).flatMap { $0.2.isEmpty ? ($0.0, $0.1) : nil }
  }

  // MARK: Coding

  /// In the alphabet for URLs.
  private func seal(_ kind: Kind, _ numbers: [Int64], _ rest: [UInt8] = []) -> String {
    let payload =
      numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } } + rest
    return sealer.seal(kind: kind.rawValue, payload, in: Self.scope)
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Two numbers and the rest.
  private func open(_ kind: Kind, _ token: String) -> (Int64, Int64, [UInt8])? {
    var text = token.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let opened = try? sealer.open(text, in: Self.scope), opened.kind == kind.rawValue,
      opened.payload.count >= 16
    else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
    let payload = opened.payload
    return (number(payload[..<8]), number(payload[8..<16]), Array(payload[16...]))
  }
}
