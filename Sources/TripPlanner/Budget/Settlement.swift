// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A payment that settles a debt.
package struct Payment: Sendable, Hashable {
  package var from: UUID
  package var to: UUID
  package var amount: Decimal
}

/// Settlement of balances with few payments.
package enum Settlement {
  /// The number of people up to which the smallest number of payments is searched.
  private static let exactLimit = 12

  /// Returns payments after which all balances are zero.
  ///
  /// Up to twelve people, their number is the smallest possible: the people are partitioned into the largest
  /// number of groups whose balances add up to zero, and a group of n people needs n - 1 payments. For more
  /// people, payments between the largest balances are at most one fewer than the people.
  ///
  /// - Parameter balances: The amounts that people are owed, negative for debts; their sum is zero.
  /// - Returns: The payments.
  package static func payments(_ balances: [UUID: Decimal]) -> [Payment] {
    let open = balances.filter { $0.value != 0 }
      .sorted { $0.key.uuidString < $1.key.uuidString }.map { (id: $0.key, amount: $0.value) }
    guard !open.isEmpty else { return [] }
    let groups = open.count <= exactLimit ? self.groups(open) : [open]
    return groups.flatMap { pay($0) }
  }

  /// Partitions people into the largest number of groups with balance zero, by dynamic programming over sets.
  private static func groups(
    _ people: [(id: UUID, amount: Decimal)]
  ) -> [[(id: UUID, amount: Decimal)]] {
    let count = people.count
    let full = (1 << count) - 1
    var sums = [Decimal](repeating: 0, count: full + 1)
    var best = [Int](repeating: 0, count: full + 1)
    var added = [Int](repeating: 0, count: full + 1)
    for set in 1...full {
      let low = set.trailingZeroBitCount
      sums[set] = sums[set & (set - 1)] + people[low].amount
      // The last person of an optimal order of the set.
      for index in 0..<count where set & (1 << index) != 0 {
        let rest = set & ~(1 << index)
        if best[rest] > best[set] || added[set] == 0 {
          best[set] = best[rest]
          added[set] = index + 1
        }
      }
      if sums[set] == 0 { best[set] += 1 }
    }
    var result: [[(id: UUID, amount: Decimal)]] = []
    var set = full
    var group: [(id: UUID, amount: Decimal)] = []
    while set != 0 {
      if sums[set] == 0, !group.isEmpty {
        result.append(group)
        group = []
      }
      let index = added[set] - 1
      group.append(people[index])
      set &= ~(1 << index)
    }
    result.append(group)
    return result
  }

  /// Pays the largest debt to the largest credit, until none is left.
  private static func pay(_ people: [(id: UUID, amount: Decimal)]) -> [Payment] {
    func before(_ first: (id: UUID, amount: Decimal), _ second: (id: UUID, amount: Decimal)) -> Bool
    {
      first.amount.magnitude != second.amount.magnitude
        ? first.amount.magnitude > second.amount.magnitude
        : first.id.uuidString < second.id.uuidString
    }
    var creditors = people.filter { $0.amount > 0 }.sorted(by: before)
    var debtors = people.filter { $0.amount < 0 }.sorted(by: before)
    var payments: [Payment] = []
    while let debtor = debtors.first, let creditor = creditors.first {
      let amount = min(-debtor.amount, creditor.amount)
      payments.append(Payment(from: debtor.id, to: creditor.id, amount: amount))
      debtors[0].amount += amount
      creditors[0].amount -= amount
      debtors = debtors.filter { $0.amount != 0 }.sorted(by: before)
      creditors = creditors.filter { $0.amount != 0 }.sorted(by: before)
    }
    return payments
  }
}
