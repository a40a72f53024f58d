// The checks that RegisterLesson makes before it registers a lesson.
#pragma once

#include "lab/lesson.h"

namespace lab {

/// Whether the lesson has everything that a run needs.
bool runnable(const Lesson&);

}  // namespace lab
