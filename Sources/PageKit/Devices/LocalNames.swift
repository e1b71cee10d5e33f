// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import NIOCore
import SystemSupport

/// The names by which other devices of the local network reach this machine.
package struct LocalNames: Sendable, Equatable {
  /// The host's name, and its name in multicast DNS (RFC 6762), such as `desk.local`.
  package var hosts: [String]
  /// The private IP addresses, the most likely address of the local network first.
  package var addresses: [String]

  /// Creates a list of names.
  package init(hosts: [String], addresses: [String]) {
    self.hosts = hosts
    self.addresses = addresses
  }

  /// The host names, then the addresses.
  package var all: [String] { hosts + addresses }

  /// The name to show to other devices: an address, because not every device resolves `.local`.
  package var preferred: String? { addresses.first ?? hosts.last }

  /// The names of this machine at this moment.
  ///
  /// - Returns: The names; no addresses if the machine is in no network.
  package static func current() -> LocalNames {
    let devices = (try? System.enumerateDevices()) ?? []
    let found = devices.compactMap { device -> (rank: Int, text: String)? in
      guard let address = device.address, address.isPrivate, let text = address.ipAddress else {
        return nil
      }
      return (rank(address, of: device.name), text)
    }
    let addresses = found.sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }.map(\.text)
    return LocalNames(hosts: hosts(of: hostName()), addresses: addresses.withoutDuplicates)
  }

  /// The names of a host: its full name, its first label, and its first label in `.local`.
  package static func hosts(of name: String) -> [String] {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let isValid = labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count < 64
        && label.utf8.allSatisfy {
          (97...122).contains($0) || (48...57).contains($0) || $0 == 45
        }
    }
    guard isValid, let first = labels.first, name != "localhost" else { return [] }
    return [labels.joined(separator: "."), String(first), "\(first).local"].withoutDuplicates
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Wired and wireless interfaces come before bridges of containers and virtual machines.
  private static func rank(_ address: SocketAddress, of interface: String) -> Int {
    let virtual = ["docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "lxc"]
    let isVirtual = virtual.contains { interface.hasPrefix($0) }
    let family =
      switch address {
      case .v4: 0
      default: address.isLinkLocal ? 4 : 1
      }
    return family + (isVirtual ? 2 : 0)
  }
}

extension Array where Element: Hashable {
  /// The elements at their first positions.
  fileprivate var withoutDuplicates: Self {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension SocketAddress {
  /// The bytes of the IP address; an IPv4 address that is mapped into IPv6 has four.
  ///
  /// They are read by their offsets in the system's structures: the module that declares the members depends
  /// on the order in which the compiler loads modules, so that an import of it is right only in some builds.
  package var addressBytes: [UInt8] {
    switch self {
    case .v4(let address):
      return withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
      let isMapped = bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
      return isMapped ? Array(bytes.suffix(4)) : bytes
    case .unixDomainSocket: return []
    }
  }

  /// Whether only machines of the local network can have this address.
  ///
  /// Source: RFC 1918, 3927, 4193 and 4291.
  package var isPrivate: Bool {
    let bytes = addressBytes
    switch bytes.count {
    case 4:
      return bytes[0] == 10 || (bytes[0] == 172 && bytes[1] & 0xf0 == 16)
        || (bytes[0] == 192 && bytes[1] == 168) || (bytes[0] == 169 && bytes[1] == 254)
    case 16: return bytes[0] & 0xfe == 0xfc || isLinkLocal
    default: return false
    }
  }

  /// Whether the address is valid on one link only; for IPv6, browsers can't open it.
  var isLinkLocal: Bool {
    let bytes = addressBytes
    return bytes.count == 16 && bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }

  /// Whether the address is one of this machine's loopback interface.
  package var isLoopback: Bool {
    let bytes = addressBytes
    if bytes.count == 4 { return bytes[0] == 127 }
    return bytes.count == 16 && bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }
}
