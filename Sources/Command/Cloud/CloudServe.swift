// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// `cairn cloud serve`: runs the CloudKit server until a signal stops it.
struct CloudServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve CloudKit Web Services.",
    discussion: """
      Connections from other machines require TLS. Control-C stops the server after it has \
      answered pending requests. The log is written to standard error, one JSON object per line. \
      When the server is ready, it prints its address; with --json, a line with url, port, process \
      and, with --self-signed, authority.

      EXAMPLES
        cairn cloud serve
        cairn cloud serve --host 0.0.0.0 --port 443 --tls-certificate chain.pem --tls-key key.pem
        cairn cloud serve --behind-proxy --public-url https://example.org/ck
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port to listen on; 0 selects any free port.")
  var port = 8333

  @Option(
    help: ArgumentHelp("The PEM file of the certificate and its chain.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The PEM file of the certificate's private key.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var tlsKey: String?

  @Flag(
    help: "Create a certificate; clients must trust cloud-tls/authority.pem in the data folder.")
  var selfSigned = false

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "A DNS name or IP address for --self-signed; repeat the option for several.",
      valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp(
      "The URL that clients use, if it differs from the server's own.", valueName: "url"))
  var publicURL: String?

  @Flag(help: "Trust X-Forwarded-For from a TLS-terminating proxy on this machine.")
  var behindProxy = false

  @Option(
    parsing: .unconditional,
    help: "The maximum number of requests per second from one client; 0 for no limit.")
  var rateLimit = 500

  @Option(help: "The log level: debug, info, notice, warning or error.")
  var logLevel = LogLevel.info

  /// The log levels, by their names on the command line.
  enum LogLevel: String, CaseIterable, ExpressibleByArgument {
    case debug, info, notice, warning, error
  }

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: give a number from 0 to 65535.")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together.")
    }
    guard tlsCertificate == nil || !selfSigned else {
      throw ValidationError("Give either --self-signed or --tls-certificate.")
    }
    guard names.isEmpty || selfSigned else {
      throw ValidationError("--name needs --self-signed: give both.")
    }
    guard rateLimit >= 0 else { throw ValidationError("--rate-limit must not be negative.") }
    if let publicURL, URL(string: publicURL)?.host() == nil {
      throw ValidationError("--public-url \(publicURL.printable) is not an absolute URL.")
    }
  }

  func run() async throws {
    let store = try SQLiteServerStore(data.cloudFile)
    let accounts = Accounts(storage: SQLiteAccountStorage(store), data: store)
    try await accounts.createContainersOnce(AppRegistry.containers)
    var logger = Logger(label: "cairn.cloud") { label in
      JSONLogHandler(label: label) { StandardError.write(String(decoding: $0, as: UTF8.self)) }
    }
    logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
    let server = CloudServer(
      store: store, accounts: accounts,
      assetFolder: data.cloudAssets,
      configuration: try configuration(), logger: logger
    ) { address in
      // The server runs even if standard output is closed.
      try? StandardOutput.write(ready(address))
    }
    var services = ServiceGroupConfiguration(
      services: [.init(service: server)], gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    services.maximumGracefulShutdownDuration = .seconds(30)
    try await ServiceGroup(configuration: services).run()
    try await store.close()
  }

  /// The message printed when the server is ready.
  private func ready(_ address: URL) throws -> String {
    guard output.json else {
      return "Cairn's CloudKit server is running at \(address.absoluteString)\n"
    }
    return try JSONOutput.line(
      ServingRecord(
        url: address.absoluteString, port: address.port,
        process: ProcessInfo.processInfo.processIdentifier,
        authority: selfSigned
          ? tlsFolder.appending(path: SelfSignedCertificate.authorityFile)
            .path(percentEncoded: false) : nil))
  }

  private var tlsFolder: URL { data.url.appending(path: "cloud-tls", directoryHint: .isDirectory) }

  private func configuration() throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.connections = OpenFileLimit.raise(forConnections: configuration.connections)
    configuration.host = host
    configuration.port = port
    configuration.publicURL = publicURL.flatMap { URL(string: $0) }
    configuration.isBehindProxy = behindProxy
    configuration.requestsPerSecond = rateLimit
    if let tlsCertificate, let tlsKey {
      configuration.tls = ServerTLS(
        certificates: URL(fileURLWithPath: tlsCertificate), key: URL(fileURLWithPath: tlsKey))
    } else if selfSigned {
      configuration.tls = try SelfSignedCertificate.inFolder(
        tlsFolder,
        names: names.isEmpty ? ["localhost", "127.0.0.1", "::1"] : names)
    }
    return configuration
  }
}

/// A server that is ready, as JSON.
struct ServingRecord: Encodable {
  /// The server's URL.
  let url: String
  let port: Int?
  /// The process ID.
  let process: Int32
  /// The path of the certificate authority for clients to trust; nil without `--self-signed`.
  let authority: String?
}
