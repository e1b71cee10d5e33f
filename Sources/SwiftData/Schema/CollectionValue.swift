// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A standard collection, which is stored as JSON.
///
/// A program may extend `Array` to be `RawRepresentable`, for use with `@AppStorage`. The extension
/// need not be visible to the module of the models, so it has no effect on columns.
public protocol _CollectionValue {}

extension Array: _CollectionValue {}
extension Dictionary: _CollectionValue {}
extension Set: _CollectionValue {}
