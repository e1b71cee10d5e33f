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

  /// URLs are opened without credentials: they are of no database.
  private static let scope = TokenScope(
    container: "", environment: .production, database: .public, userRecordName: nil)
  /// Seconds that a download's URL is good for: ours, Apple's is not documented.
  private static let downloadSeconds = 3_600

  let sealer: TokenSealer

  // MARK: Sealing

  func upload(to database: Int64, _ now: Int64) -> String {
    seal(.upload, [database, now + Int64(Limits.uploadSeconds) * 1_000])
  }

  func receipt(_ asset: StoredAsset) -> String { seal(.receipt, [asset.id, asset.database]) }

  func download(_ asset: Int64, _ now: Int64) -> String {
    seal(.download, [asset, now + Int64(Self.downloadSeconds) * 1_000])
  }

  // MARK: Opening

  /// The database that may be uploaded to; nil for a token that is not good, or no longer.
  func openUpload(_ token: String, _ now: Int64) -> Int64? { open(.upload, token, now) }

  func openDownload(_ token: String, _ now: Int64) -> Int64? { open(.download, token, now) }

  /// The asset and its database.
  func openReceipt(_ token: String) -> (asset: Int64, database: Int64)? {
    numbers(.receipt, token).map { ($0.0, $0.1) }
  }

  private func open(_ kind: Kind, _ token: String, _ now: Int64) -> Int64? {
    guard let (number, end) = numbers(kind, token), now <= end else { return nil }
    return number
  }

  // MARK: Coding

  /// In the alphabet for URLs.
  private func seal(_ kind: Kind, _ numbers: [Int64]) -> String {
    let payload = numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    return sealer.seal(kind: kind.rawValue, payload, in: Self.scope)
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  private func numbers(_ kind: Kind, _ token: String) -> (Int64, Int64)? {
    var text = token.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let opened = try? sealer.open(text, in: Self.scope), opened.kind == kind.rawValue,
      opened.payload.count == 16
    else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
    return (number(opened.payload[..<8]), number(opened.payload[8...]))
  }
}
