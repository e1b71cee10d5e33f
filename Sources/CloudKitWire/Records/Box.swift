// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value that lies apart from the one that has it, so that the latter stays small.
indirect enum Box<Value: Sendable & Hashable>: Sendable, Hashable {
  case of(Value)

  init(_ value: Value) { self = .of(value) }

  var value: Value {
    switch self {
    case .of(let value): value
    }
  }
}
