// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A Boolean of the predicate as SQL: when it is true, when false, and, for a `Bool?`, when nil.
///
/// Each of the three is a SQL expression that is 0 or 1, never NULL. In an exact condition, at most
/// one of them holds; if none holds, evaluation throws. In an inexact condition, each means
/// "possibly", so that a negation is as safe as its operand.
struct Condition {
  var whenTrue: SQLFragment
  /// The explicit false expression; nil means "in all other cases".
  private var stated: SQLFragment?
  var whenNil: SQLFragment?
  var isExact: Bool
  /// An equivalent of "in all other cases" that an index may serve.
  private var complement: SQLFragment?

  init(_ whenTrue: SQLFragment, complement: SQLFragment? = nil) {
    self.whenTrue = whenTrue
    self.complement = complement
    isExact = true
  }

  init(
    whenTrue: SQLFragment, whenFalse: SQLFragment?, whenNil: SQLFragment? = nil,
    isExact: Bool = true
  ) {
    self.whenTrue = whenTrue
    stated = whenFalse
    self.whenNil = whenNil
    self.isExact = isExact
  }

  static let always = Condition(.true)
  static let never = Condition(.false)
  /// A condition whose evaluation throws.
  static let failure = Condition(whenTrue: .false, whenFalse: .false)
  /// A condition that SQL can't express.
  static let unknown = Condition(whenTrue: .true, whenFalse: .true, whenNil: .true, isExact: false)

  static func constant(_ value: Bool) -> Condition { value ? always : never }

  var whenFalse: SQLFragment {
    if let stated { return stated }
    return whenNil.map { .not(.or(whenTrue, $0)) } ?? complement ?? .not(whenTrue)
  }

  /// True if the condition is exact and its evaluation never throws.
  var isTotal: Bool { isExact && stated == nil }

  var negated: Condition {
    if isTotal && whenNil == nil {
      return Condition(whenFalse, complement: complement == nil ? nil : whenTrue)
    }
    return Condition(
      whenTrue: whenFalse, whenFalse: whenTrue, whenNil: whenNil, isExact: isExact)
  }

  /// The condition if `requirements` hold; otherwise evaluation throws.
  func requiring(_ requirements: [SQLFragment]) -> Condition {
    if requirements.isEmpty { return self }
    let all = requirements.reduce(SQLFragment.true) { .and($0, $1) }
    return Condition(
      whenTrue: .and(all, whenTrue), whenFalse: .and(all, whenFalse),
      whenNil: whenNil.map { .and(all, $0) }, isExact: isExact)
  }

  /// The condition if `present` holds; nil otherwise.
  func present(when present: SQLFragment) -> Condition {
    if present == .true { return self }
    let missing = SQLFragment.not(present)
    return Condition(
      whenTrue: .and(present, whenTrue), whenFalse: isTotal ? nil : .and(present, whenFalse),
      whenNil: whenNil.map { .or(missing, $0) } ?? missing, isExact: isExact)
  }

  // As in Swift, the second operand is evaluated only if the first does not decide the result; its
  // errors matter only then.

  static func && (lhs: Condition, rhs: Condition) -> Condition {
    let isExact = lhs.isExact && rhs.isExact
    let whenTrue = SQLFragment.and(lhs.whenTrue, rhs.whenTrue)
    if lhs.isTotal && rhs.isTotal { return Condition(whenTrue) }
    let second = isExact ? SQLFragment.and(lhs.whenTrue, rhs.whenFalse) : rhs.whenFalse
    return Condition(
      whenTrue: whenTrue, whenFalse: .or(lhs.whenFalse, second), isExact: isExact)
  }

  static func || (lhs: Condition, rhs: Condition) -> Condition {
    (lhs.negated && rhs.negated).withoutDoubleNegation(lhs, rhs)
  }

  /// The negation of `!lhs && !rhs`, written with OR.
  private func withoutDoubleNegation(_ lhs: Condition, _ rhs: Condition) -> Condition {
    if isTotal { return Condition(.or(lhs.whenTrue, rhs.whenTrue)) }
    return negated
  }

  /// `self ? first : second`.
  func choose(_ first: Condition, _ second: Condition) -> Condition {
    func either(_ one: SQLFragment, _ two: SQLFragment) -> SQLFragment {
      .or(.and(whenTrue, one), .and(whenFalse, two))
    }
    let hasNil = first.whenNil != nil || second.whenNil != nil
    return Condition(
      whenTrue: either(first.whenTrue, second.whenTrue),
      whenFalse: either(first.whenFalse, second.whenFalse),
      whenNil: hasNil ? either(first.whenNil ?? .false, second.whenNil ?? .false) : nil,
      isExact: isExact && first.isExact && second.isExact)
  }

  /// `self ?? other`.
  func coalesced(_ other: Condition) -> Condition {
    guard let whenNil else { return self }
    return Condition(
      whenTrue: .or(whenTrue, .and(whenNil, other.whenTrue)),
      whenFalse: .or(whenFalse, .and(whenNil, other.whenFalse)),
      whenNil: other.whenNil.map { .and(whenNil, $0) }, isExact: isExact && other.isExact
    )
    .simplified(isTotal && other.isTotal)
  }

  /// Removes the explicit false expression if it is equivalent to "in all other cases".
  private func simplified(_ isTotal: Bool) -> Condition {
    isTotal ? Condition(whenTrue: whenTrue, whenFalse: nil, whenNil: whenNil) : self
  }

  /// `self!`, which throws if the condition is nil.
  var unwrapped: Condition {
    if whenNil == nil { return self }
    return Condition(whenTrue: whenTrue, whenFalse: whenFalse, isExact: isExact)
  }
}

extension SQLFragment {
  static let `true`: SQLFragment = "1"
  static let `false`: SQLFragment = "0"

  static func and(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment {
    if lhs == .false || rhs == .false { return .false }
    if lhs == .true || lhs == rhs { return rhs }
    if rhs == .true { return lhs }
    return .chain(.and, lhs, rhs)
  }

  static func or(_ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment {
    if lhs == .true || rhs == .true { return .true }
    if lhs == .false || lhs == rhs { return rhs }
    if rhs == .false { return lhs }
    return .chain(.or, lhs, rhs)
  }

  static func not(_ operand: SQLFragment) -> SQLFragment {
    if operand == .true { return .false }
    if operand == .false { return .true }
    // "(column IS NOT NULL)" becomes "(column IS NULL)", which can use an index.
    if operand.isPresenceOfColumn {
      return SQLFragment(segments: operand.segments.dropLast() + [.text(" IS NULL)")])
    }
    // Double negation: the operand is a result of this function.
    if case .text("(NOT ")? = operand.segments.first, operand.segments.last == .text(")") {
      return SQLFragment(segments: Array(operand.segments.dropFirst().dropLast()))
    }
    return "(NOT \(operand))"
  }

  private var isPresenceOfColumn: Bool {
    guard segments.first == .text("("), segments.last == .text(" IS NOT NULL)") else {
      return false
    }
    return segments.dropFirst().dropLast().allSatisfy {
      if case .identifier = $0 { true } else { $0 == .text(".") }
    }
  }
}
