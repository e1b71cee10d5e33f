// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct AssetServiceTests {
  private static let base = "https://cloud.example"
  private static let alice = call("_alice")

  private static func call(_ user: String, _ database: DatabaseScope = .private) -> CallContext {
    var call = CallContext.user(user, database)
    call.baseURL = base
    return call
  }

  private func service(_ cloud: Cloud) throws -> AssetService {
    AssetService(cloud.data, files: try AssetFiles(cloud.directory.appending(path: "assets")))
  }

  private func files(_ cloud: Cloud) throws -> [String] {
    let directory = cloud.directory.appending(path: "assets").path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: directory).filter {
      ($0 as NSString).lastPathComponent.count == 36
    }
  }

  private func token(_ url: String, _ path: String) throws -> String {
    let start = Self.base + path
    #expect(url.hasPrefix(start))
    return String(url.dropFirst(start.count))
  }

  private func uploadToken(_ service: AssetService, _ call: CallContext = alice) async throws
    -> String
  {
    let request = UploadTokensRequest(tokens: [.init(recordType: "Note", fieldName: "file")])
    let answer = try await UploadTokensResponse(body: service.upload(request, call))
    #expect(answer.tokens[0].recordName.count == 36)
    return try token(answer.tokens[0].url, AssetService.uploadPath)
  }

  private func upload(_ text: String, _ service: AssetService, _ call: CallContext = alice)
    async throws
    -> Asset
  {
    let token = try await uploadToken(service, call)
    let upload = try await service.begin(token: token, at: call.date)
    for chunk in text.utf8.split(separator: UInt8(ascii: "|")) {
      try await upload.append(Data(chunk))
    }
    return try await UploadReceiptResponse(
      body: service.finish(upload, token: token, at: call.date)
    ).singleFile
  }

  private func download(_ asset: Asset, _ service: AssetService, at date: Date = alice.date)
    async throws -> Data
  {
    let token = try token(#require(asset.downloadURL), AssetService.downloadPath)
    let file = try await service.download(token: token, at: date)
    #expect(file.size == asset.size && file.checksum == asset.fileChecksum)
    return try Data(contentsOf: file.url)
  }

  private func asset(_ result: RecordResult?) throws -> Asset? {
    guard case .asset(let asset) = try result?.value("file") else { return nil }
    return asset
  }

  @Test func `an asset dictionary with another checksum or size is rejected`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let sent = try await cloud.upload("hello")
    var (checksum, size) = (sent, sent)
    checksum.fileChecksum = try await cloud.upload("world").fileChecksum
    size.size = 6
    for asset in [checksum, size] {
      let results = try await cloud.modify(
        [.note(.create, "a", [("file", .asset(asset))]), .note(.create, "b")], zone: nil,
        atomic: false)
      #expect(results[0].code == .badRequest)
      _ = try await cloud.modify([.note(.forceDelete, "b")], zone: nil)
    }
    try await cloud.modify([.note(.create, "a", [("file", .asset(sent))])])
    #expect(try await cloud.download("a") == "hello")
  }

  @Test func `an uploaded asset is downloaded with the same bytes`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    try await cloud.makeZone("Zone", Self.alice)
    let sent = try await upload("hello |world", service)
    #expect(sent.size == 11 && sent.fileChecksum == "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=")
    let saved = try await cloud.modify([.note(.create, "a", [("file", .asset(sent))])], Self.alice)[
      0]
    let got = try #require(try asset(saved))
    #expect(got.receipt == nil)
    #expect(try await download(got, service) == Data("hello world".utf8))
    // Every response with records contains a download URL.
    let looked = try await cloud.lookup(["a"], Self.alice)[0]
    #expect(try await download(#require(try asset(looked)), service).count == 11)
    let pulled = try await cloud.pull(by: Self.alice).changes?.records.first
    #expect(try await download(#require(try asset(pulled)), service).count == 11)
    let query = Query(recordType: "Note")
    let found = try await cloud.query(query, zone: "Zone", Self.alice).records.first
    #expect(try await download(#require(try asset(found)), service).count == 11)
    // A fetched record can be saved unchanged.
    let again = try await cloud.modify(
      [.note(.forceReplace, "a", [("file", .asset(got))])], Self.alice)[0]
    #expect(try asset(again)?.fileChecksum == sent.fileChecksum)
    // Download URLs expire.
    let later = Self.alice.date.addingTimeInterval(3_601)
    #expect(await refusal { try await download(got, service, at: later) } == .notFound)
  }

  @Test func `an asset without a valid receipt of the same user is rejected`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    let foreign = try await upload("x", service, Self.call("_bob"))
    let own = try await upload("y", service)
    var forged = own
    for receipt in ["1", "", foreign.receipt, own.receipt.map { $0 + "A" }, nil] {
      forged.receipt = receipt
      let result = try await cloud.modify(
        [.note(.create, "a", [("file", .asset(forged))])], zone: nil, Self.alice)
      #expect(result[0].code == .badRequest, "\(receipt ?? "none")")
    }
    // A receipt is not a valid download or upload token.
    #expect(
      await refusal { try await service.download(token: own.receipt ?? "", at: Self.alice.date) }
        == .notFound)
    #expect(
      await refusal { try await service.begin(token: own.receipt ?? "", at: Self.alice.date) }
        == .accessDenied)
    for token in ["", "../../cloud.sqlite", "%2e%2e/x", String(repeating: "A", count: 100_000)] {
      #expect(
        await refusal { try await service.download(token: token, at: Self.alice.date) } == .notFound
      )
      #expect(
        await refusal { try await service.begin(token: token, at: Self.alice.date) }
          == .accessDenied)
    }
    var world = CallContext.world
    world.baseURL = Self.base
    #expect(await refusal { try await uploadToken(service, world) } == .authenticationRequired)
  }

  @Test func `an upload URL expires after 15 minutes`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    let token = try await uploadToken(service)
    let late = Self.alice.date.addingTimeInterval(15 * 60 + 1)
    #expect(await refusal { try await service.begin(token: token, at: late) } == .accessDenied)
  }

  @Test func `an asset above the size limit is rejected and leaves no file`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    let upload = try await service.begin(token: try await uploadToken(service), at: Self.alice.date)
    let chunk = Data(repeating: 1, count: 10_000_000)
    for _ in 0..<5 { try await upload.append(chunk) }
    #expect(await refusal { try await upload.append(chunk) } == .quotaExceeded)
    #expect(try files(cloud).count == 1)
    upload.cancel()
    #expect(try files(cloud).isEmpty)
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `a failed commit of an upload leaves no file`(_ fault: faulty_kind) async throws {
    try #require(faulty_vfs_install() == 0)
    let cloud = try await Cloud()
    let service = try service(cloud)
    let token = try await uploadToken(service)
    let upload = try await service.begin(token: token, at: Self.alice.date)
    try await upload.append(Data("text".utf8))
    let prefix = cloud.directory.path(percentEncoded: false)
    try #require(faulty_vfs_arm(prefix, fault, 1) != 0)
    let code = await refusal {
      try await service.finish(upload, token: token, at: Self.alice.date)
    }
    #expect(faulty_vfs_disarm(prefix) > 0)
    #expect(code == .tryAgainLater)
    #expect(try files(cloud).isEmpty)
  }

  @Test func `assets without references are collected`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    try await cloud.makeZone("Zone", Self.alice)
    let (first, second) = (try await upload("1", service), try await upload("2", service))
    _ = try await upload("3", service)
    try await cloud.modify(
      [
        .note(.create, "a", [("file", .asset(first))]),
        .note(.create, "b", [("file", .asset(second))]),
      ],
      Self.alice)
    // A second record refers to the first asset.
    let request = RereferenceAssetsRequest(
      assets: [.init(recordName: "a", fieldName: "file")], zoneID: ZoneID(zoneName: "Zone"))
    let copies = try await RereferenceAssetsResponse(body: service.rereference(request, Self.alice))
      .assets
    guard case .asset(let copy) = copies[0] else {
      Issue.record("\(copies)")
      return
    }
    try await cloud.modify([.note(.create, "c", [("file", .asset(copy))])], Self.alice)
    #expect(try await service.collect(at: Self.alice.date) == 0)
    let later = Self.alice.date.addingTimeInterval(3 * 3_600)
    #expect(try await service.collect(at: later) == 1)
    #expect(try files(cloud).count == 2)
    var call = Self.alice
    call.date = later
    try await cloud.modify(
      [.note(.forceDelete, "a"), .note(.forceUpdate, "b", [("file", nil)])], call)
    #expect(try await service.collect(at: later) == 0)
    let muchLater = later.addingTimeInterval(3 * 3_600)
    #expect(try await service.collect(at: muchLater) == 1)
    let left = try #require(try asset(try await cloud.lookup(["c"], call)[0]))
    #expect(try await download(left, service, at: later) == Data("1".utf8))
    // Deleting a zone releases its assets.
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))], call)
    #expect(try await service.collect(at: muchLater) == 1)
    #expect(try files(cloud).isEmpty)
  }

  @Test func `each asset of a rereference request has its own result`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    try await cloud.makeZone("Zone", Self.alice)
    let sent = try await upload("1", service)
    try await cloud.modify(
      [.note(.create, "a", [("file", .asset(sent)), ("n", .int64(1))])], Self.alice)
    func ask(_ items: [(String, String)], zone: String) async throws
      -> [RereferenceAssetsResponse.Item]
    {
      let request = RereferenceAssetsRequest(
        assets: items.map { .init(recordName: $0.0, fieldName: $0.1) },
        zoneID: ZoneID(zoneName: zone))
      return try await RereferenceAssetsResponse(body: service.rereference(request, Self.alice))
        .assets
    }
    let items = try await ask(
      [("gone", "file"), ("a", "file"), ("a", "none"), ("a", "n")], zone: "Zone")
    let failed = items.map { item -> String? in
      guard case .failure(let failure) = item else { return nil }
      #expect(failure.failure.code == .notFound)
      return failure.recordName
    }
    #expect(failed == ["gone", nil, "a", "a"])
    guard case .asset(let copy) = items[1] else { return }
    #expect(copy.fileChecksum == sent.fileChecksum && copy.receipt != nil)
    #expect(await refusal { try await ask([("a", "file")], zone: "No") } == .zoneNotFound)
  }

  @Test func `files left by a killed process are collected`() async throws {
    let cloud = try await Cloud()
    let service = try service(cloud)
    let kept = try await upload("kept", service)
    try await cloud.modify([.note(.create, "a", [("file", .asset(kept))])], zone: nil, Self.alice)
    // A partial upload, and a file without a row.
    let folder = cloud.directory.appending(path: "assets")
    let names = (0..<2).map { _ in UUID().uuidString.lowercased() }
    try FileManager.default.createDirectory(
      at: folder.appending(path: String(names[1].prefix(2))), withIntermediateDirectories: true)
    let left = [
      folder.appending(path: "partial/\(names[0])"),
      folder.appending(path: "\(names[1].prefix(2))/\(names[1])"),
    ]
    for url in left { try Data("x".utf8).write(to: url) }
    #expect(try await service.collect(at: Date()) == 0)
    #expect(try await service.collect(at: Date().addingTimeInterval(25 * 3_600)) == 2)
    #expect(try files(cloud).count == 1)
  }
}
