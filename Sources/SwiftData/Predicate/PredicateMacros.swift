// Cairn
// SPDX-License-Identifier: Apache-2.0

// Foundation declares `#Predicate` and `#Expression` with a parameter pack. The type checker of Swift 6.3 gives
// up on three comparisons with nil in such a closure. Without a pack, the same closure takes a fraction of
// a second. A file that imports SwiftData, and not Foundation, finds only these declarations. In a file
// that imports both modules, the type checker also tries Foundation's.

public import Foundation

/// Foundation's type of predicates; its name is exported apart from Foundation's macro of the same name.
public typealias Predicate = Foundation.Predicate

/// Foundation's type of expressions; its name is exported apart from Foundation's macro of the same name.
public typealias Expression = Foundation.Expression

/// Creates a predicate of one value from a closure, which is translated to SQL.
///
/// ```swift
/// let open = #Predicate<Trip> { $0.end == nil && $0.note == nil && $0.owner == nil }
/// let trips = try context.fetch(FetchDescriptor(predicate: open))
/// ```
@freestanding(expression)
public macro Predicate<Input>(_ body: (Input) -> Bool) -> Foundation.Predicate<Input> =
  #externalMacro(module: "FoundationMacros", type: "ModelPredicateMacro")

/// Creates a predicate of two values from a closure.
@freestanding(expression)
public macro Predicate<First, Second>(
  _ body: (First, Second) -> Bool
) -> Foundation.Predicate<First, Second> =
  #externalMacro(module: "FoundationMacros", type: "ModelPredicateMacro")

/// Creates an expression of one value from a closure, for use in a predicate.
@freestanding(expression)
public macro Expression<Input, Output>(
  _ body: (Input) -> Output
) -> Foundation.Expression<Input, Output> =
  #externalMacro(module: "FoundationMacros", type: "ModelExpressionMacro")

/// Creates an expression of two values from a closure, for use in a predicate.
@freestanding(expression)
public macro Expression<First, Second, Output>(
  _ body: (First, Second) -> Output
) -> Foundation.Expression<First, Second, Output> =
  #externalMacro(module: "FoundationMacros", type: "ModelExpressionMacro")
