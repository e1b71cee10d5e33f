// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageKit
import Testing

/// The names and private addresses of a machine.
struct LocalNamesTests {
  @Test(arguments: [
    ("10.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true), ("192.168.1.1", true),
    ("169.254.3.4", true), ("fd00::1", true), ("fc00::1", true), ("fe80::1", true),
    ("febf::1", true), ("::ffff:192.168.1.1", true), ("9.255.255.255", false),
    ("11.0.0.1", false), ("172.15.0.1", false), ("172.32.0.1", false), ("192.169.0.1", false),
    ("8.8.8.8", false), ("127.0.0.1", false), ("::1", false), ("fec0::1", false),
    ("2001:db8::1", false), ("::ffff:8.8.8.8", false), ("0.0.0.0", false),
  ])
  func `private addresses are recognized`(_ text: String, _ isPrivate: Bool) throws {
    #expect(try SocketAddress(ipAddress: text, port: 1).isPrivate == isPrivate)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.8.8.8", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("128.0.0.1", false), ("::2", false), ("10.0.0.1", false),
  ])
  func `loopback addresses are recognized`(_ text: String, _ isLoopback: Bool) throws {
    #expect(try SocketAddress(ipAddress: text, port: 1).isLoopback == isLoopback)
  }

  @Test(arguments: [
    ("Desk", ["desk", "desk.local"]), ("desk.home.arpa", ["desk.home.arpa", "desk", "desk.local"]),
    ("desk.local", ["desk.local", "desk"]), ("localhost", []), ("", []), ("bad_name", []),
    ("a..b", []), ("évier", []),
  ])
  func `a host has its full name, its short name and its name in local`(
    _ name: String, _ hosts: [String]
  ) {
    #expect(LocalNames.hosts(of: name) == hosts)
  }

  @Test
  func `this machine has no public name`() throws {
    for address in LocalNames.current().addresses {
      #expect(try SocketAddress(ipAddress: address, port: 0).isPrivate)
    }
  }
}
