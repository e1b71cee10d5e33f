// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_CZINT_SHIM_H
#define CAIRN_CZINT_SHIM_H

#include <zint.h>

// The modules are bits of a two-dimensional array, which Swift imports as a tuple of tuples.
static inline int CZintModuleIsDark(const struct zint_symbol *symbol, int row, int column) {
  return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}

static inline float CZintRowHeight(const struct zint_symbol *symbol, int row) {
  return symbol->row_height[row];
}

#endif
