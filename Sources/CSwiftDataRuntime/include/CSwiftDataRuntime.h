// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_SWIFTDATA_RUNTIME_H
#define CAIRN_SWIFTDATA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Retains `object` unless it is being destroyed; NULL if it is.
///
/// Exported by the Swift runtime (libswiftCore, `swift_tryRetain`).
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// The size of a heap object's allocation, in bytes.
size_t cairn_size_of_object(const void *_Nonnull object);

/// The remaining stack space of this thread, in bytes; `SIZE_MAX` if it is unknown.
size_t cairn_stack_left(void);

/// Whether this thread is creating a fault, a model for a row of a store.
bool cairn_is_making_fault(void);
void cairn_set_making_fault(bool value);

/// The nesting depth of the values that this thread is encoding.
int cairn_encoding_depth(void);
void cairn_set_encoding_depth(int value);

/// A number of this thread that differs from those of all other running threads; never 0.
uintptr_t cairn_thread_number(void);

/// Whether this thread is the process's first one.
bool cairn_is_main_thread(void);

// The collation functions of ICU, exported by Foundation's copy (lib_FoundationICU). The toolchain's headers of that
// library are not on the include path of packages.

/// The order of strings in a language.
///
/// Functions with a constant collator may be called by several threads at once.
typedef struct cairn_collator cairn_collator;

/// `ucol_open`: a collator for a locale's identifier; NULL after an error.
cairn_collator *_Nullable swift_ucol_open(const char *_Nonnull locale, int32_t *_Nonnull status);

/// `ucol_setAttribute`: sets an attribute of a collator, before its first use.
void swift_ucol_setAttribute(
    cairn_collator *_Nonnull collator, int32_t attribute, int32_t value, int32_t *_Nonnull status);

/// `ucol_getFunctionalEquivalent`: writes the locale whose rules a locale has for a keyword, such as `root` for English
/// and `collation`, and returns its length.
int32_t swift_ucol_getFunctionalEquivalent(
    char *_Nonnull result, int32_t capacity, const char *_Nonnull keyword, const char *_Nonnull locale,
    int8_t *_Nullable is_available, int32_t *_Nonnull status);

/// `ucol_getVersion`: writes the four numbers of the version of a collator's rules.
void swift_ucol_getVersion(const cairn_collator *_Nonnull collator, uint8_t *_Nonnull version);

/// `ucol_strcollUTF8`: compares two texts; negative, zero or positive.
int32_t swift_ucol_strcollUTF8(
    const cairn_collator *_Nonnull collator, const char *_Nullable left, int32_t left_length,
    const char *_Nullable right, int32_t right_length, int32_t *_Nonnull status);

/// `ucol_getSortKey`: writes bytes that compare as the text does, and returns their number, which may exceed the
/// capacity.
int32_t swift_ucol_getSortKey(
    const cairn_collator *_Nonnull collator, const uint16_t *_Nullable text, int32_t length,
    uint8_t *_Nullable key, int32_t capacity);

/// `u_getUnicodeVersion`: writes the four numbers of the version of Unicode.
void swift_u_getUnicodeVersion(uint8_t *_Nonnull version);

#endif
