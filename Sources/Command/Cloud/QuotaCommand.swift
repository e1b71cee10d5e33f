// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer

/// `cairn cloud quota`: manages quotas.
struct QuotaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quota",
    abstract: "Set quotas for containers and users, and show usage.",
    discussion: """
      Existing data stays readable and deletable, even beyond a quota.

      EXAMPLES
        cairn cloud quota show
        cairn cloud quota set 50GB --container iCloud.org.example.app
        cairn cloud quota set 1GB --container iCloud.org.example.app --each-user
        cairn cloud quota set 5GB --container iCloud.org.example.app --user ann
      """,
    subcommands: [QuotaShow.self, QuotaSet.self, QuotaClear.self]
  )
}

/// The target of a quota: a container, each of its users, or one user.
struct QuotaTarget: ParsableArguments {
  @Option(help: "The container's name.")
  var container: String

  @Flag(help: "Use the default quota per user instead of the container's quota.")
  var eachUser = false

  @Option(help: ArgumentHelp("Use this user's own quota.", valueName: "name"))
  var user: String?

  func validate() throws {
    guard !eachUser || user == nil else {
      throw ValidationError("Give either --each-user or --user.")
    }
  }

  /// Sets the quota in bytes; nil for no limit.
  func set(_ bytes: Int64?, in accounts: Accounts) async throws {
    if let user {
      try await accounts.setQuota(ofUser: user, in: container, bytes)
    } else if eachUser {
      try await accounts.setQuota(ofEachUserIn: container, bytes)
    } else {
      try await accounts.setQuota(ofContainer: container, bytes)
    }
  }
}

/// `cairn cloud quota show`.
struct QuotaShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show usage and quotas in bytes.",
    discussion: """
      A record counts with its fields, its name and 100 bytes. An asset counts until its file is \
      deleted, up to two hours after its last record. A user's usage covers the private databases \
      of development and production together.

      EXAMPLE
        cairn cloud quota show --container iCloud.org.example.app --json
      """
  )

  @Option(help: "Show only this container.")
  var container: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let usages = try await data.openAccounts().usage(ofContainer: container)
    try output.write(usages.map { UsageRecord($0) }) {
      var table = TextTable([
        .left("CONTAINER"), .left("USER"), .right("RECORDS"), .right("ASSETS"), .right("QUOTA"),
      ])
      for usage in usages {
        table.add(
          row(usage.container, "", usage.stored, usage.quota.map { String($0) } ?? "none"))
        for member in usage.members {
          let quota = member.quota ?? usage.eachUser
          table.add(
            row(usage.container, member.user, member.stored, quota.map { String($0) } ?? "none"))
        }
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  private func row(_ container: String, _ user: String, _ stored: StoredBytes, _ quota: String)
    -> [String]
  {
    [container, user, String(stored.records), String(stored.assets), quota]
  }
}

/// `cairn cloud quota set`.
struct QuotaSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the quota of a container, each of its users, or one user.",
    discussion: """
      The quota applies from the next request.

      EXAMPLES
        cairn cloud quota set 50GB --container iCloud.org.example.app
        cairn cloud quota set 1GB --container iCloud.org.example.app --each-user
      """
  )

  @Argument(help: "The quota in bytes, or with a unit, such as 500MB, 2GB or 512MiB.")
  var size: ByteCount

  @OptionGroup var target: QuotaTarget
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let accounts = try data.openAccounts()
    try await target.set(size.bytes, in: accounts)
    try output.write(["quota_bytes": size.bytes]) { "\(size.bytes)\n" }
  }
}

/// `cairn cloud quota clear`.
struct QuotaClear: AsyncParsableCommand {
  private struct Record: Encodable {
    let cleared: String
  }

  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove a quota; a user falls back to the default.",
    discussion: """
      EXAMPLE
        cairn cloud quota clear --container iCloud.org.example.app --user ann
      """
  )

  @OptionGroup var target: QuotaTarget
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await target.set(nil, in: try data.openAccounts())
    let name = target.user ?? target.container
    try output.write(Record(cleared: name)) { name + "\n" }
  }
}

/// A number of bytes with an optional unit: 1000000, 500MB, 1.5GB, 512MiB.
struct ByteCount: ExpressibleByArgument {
  private static let units: [String: Int64] = [
    "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]

  let bytes: Int64

  init?(argument: String) {
    let text = argument.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let digits = parts.first else { return nil }
    let unit = argument.dropFirst(text.count).trimmingPrefix { $0 == " " }.lowercased()
    guard let number = Int64(digits), let factor = Self.units[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    if isTooLarge { return nil }
    guard parts.count == 2 else {
      self.bytes = bytes
      return
    }
    // A fraction needs a unit, since bytes are whole. Six decimals of a terabyte are whole bytes.
    guard (1...6).contains(parts[1].count), factor > 1, var fraction = Int64(parts[1]) else {
      return nil
    }
    for _ in parts[1].count..<6 { fraction *= 10 }
    let more = factor / 1_000_000 * fraction + factor % 1_000_000 * fraction / 1_000_000
    let (sum, isBeyond) = bytes.addingReportingOverflow(more)
    if isBeyond { return nil }
    self.bytes = sum
  }
}

/// A container's usage and quotas as JSON; a quota that is not set is null.
struct UsageRecord: Encodable {
  private struct Member: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name
      case records = "record_bytes"
      case assets = "asset_bytes"
      case quota = "quota_bytes"
    }

    let member: ContainerUsage.Member
    let quota: Int64?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(member.user, forKey: .name)
      try container.encode(member.stored.records, forKey: .records)
      try container.encode(member.stored.assets, forKey: .assets)
      try container.encode(quota, forKey: .quota)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case container, users
    case records = "record_bytes"
    case assets = "asset_bytes"
    case quota = "quota_bytes"
    case eachUser = "each_user_quota_bytes"
  }

  let usage: ContainerUsage

  init(_ usage: ContainerUsage) {
    self.usage = usage
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(usage.container, forKey: .container)
    try container.encode(usage.stored.records, forKey: .records)
    try container.encode(usage.stored.assets, forKey: .assets)
    try container.encode(usage.quota, forKey: .quota)
    try container.encode(usage.eachUser, forKey: .eachUser)
    try container.encode(
      usage.members.map { Member(member: $0, quota: $0.quota ?? usage.eachUser) }, forKey: .users)
  }
}
