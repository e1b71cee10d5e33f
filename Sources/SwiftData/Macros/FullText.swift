// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Declares indexes of the words of one or more string properties, for ranked searches.
///
/// ```swift
/// @Model
/// final class Note {
///   #FullText<Note>([\.title, \.body])
///   var title: String
///   var body: String
///
///   init(title: String, body: String) {
///     self.title = title
///     self.body = body
///   }
/// }
///
/// let matches = try context.search(FullTextDescriptor<Note>("harbour caf*"))
/// ```
///
/// Each list is a separate index, which every save updates in its transaction. Adding or removing
/// an index is a lightweight migration. (Not in Apple's framework.)
@freestanding(declaration)
public macro FullText<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

/// Declares full-text indexes of the given kinds.
///
/// ```swift
/// @Model
/// final class Note {
///   #FullText<Note>(.words([\.title, \.body]), .substrings([\.title]))
///   var title = ""
///   var body = ""
///
///   init() {}
/// }
/// ```
///
/// (Not in Apple's framework.)
@freestanding(declaration)
public macro FullText<T: PersistentModel>(_ indices: Schema.FullText<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")
