// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Sealed tokens for assets: in upload and download URLs, and as the receipt of an upload.
///
/// A token is a capability for one operation for a limited time; only the server can create one.
struct AssetTokens: Sendable {
  private enum Kind: UInt8 {
    case upload = 64
    case receipt = 65
    case download = 66
  }

  /// The kind of credential that an upload URL depends on.
  private enum Holder: UInt8 {
    case session = 1
    case key = 2
  }

  /// URLs are used without credentials, so their scope has no database.
  private static let scope = TokenScope(
    container: "", environment: .production, database: .public, userRecordName: nil)
  /// The validity of a download URL in seconds; Apple's is not documented.
  private static let downloadSeconds = 3_600

  let sealer: TokenSealer

  // MARK: Sealing

  /// Seals an upload token, which is valid as long as the caller's credential.
  func upload(to database: Int64, by credential: CallerCredential?, _ now: Int64) -> String {
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

  /// Returns the database and the credential of an upload token; nil if it is invalid or expired.
  func openUpload(_ token: String, _ now: Int64)
    -> (database: Int64, credential: CallerCredential?)?
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

  /// Returns the asset of a receipt and its database; nil if it is invalid.
  func openReceipt(_ token: String) -> (asset: Int64, database: Int64)? {
    open(.receipt, token).flatMap { $0.2.isEmpty ? ($0.0, $0.1) : nil }
  }

  // MARK: Coding

  /// Seals two numbers and further bytes, in the base64url alphabet.
  private func seal(_ kind: Kind, _ numbers: [Int64], _ rest: [UInt8] = []) -> String {
    let payload =
      numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } } + rest
    return sealer.seal(kind: kind.rawValue, payload, in: Self.scope)
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// Returns the two numbers and the further bytes of a token.
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
