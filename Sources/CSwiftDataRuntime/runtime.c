// Cairn
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CSwiftDataRuntime.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static _Thread_local bool making_fault = false;

bool cairn_is_making_fault(void) { return making_fault; }

void cairn_set_making_fault(bool value) { making_fault = value; }

static _Thread_local int encoding_depth = 0;

int cairn_encoding_depth(void) { return encoding_depth; }

void cairn_set_encoding_depth(int value) { encoding_depth = value; }

size_t cairn_size_of_object(const void *object) { return malloc_usable_size((void *)object); }

static _Thread_local char thread_mark;

uintptr_t cairn_thread_number(void) { return (uintptr_t)&thread_mark; }

// 0 until the first call, then 1 for the main thread and 2 for others.
static _Thread_local char main_thread = 0;

bool cairn_is_main_thread(void) {
  if (main_thread == 0) main_thread = gettid() == getpid() ? 1 : 2;
  return main_thread == 1;
}

// The lowest address of the thread's stack.
static _Thread_local uintptr_t stack_end = 0;

size_t cairn_stack_left(void) {
  if (stack_end == 0) {
    pthread_attr_t attributes;
    void *address = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return SIZE_MAX;
    pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_destroy(&attributes);
    stack_end = (uintptr_t)address;
  }
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  return here > stack_end ? here - stack_end : 0;
}
