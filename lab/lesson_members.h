// What RegisterLesson asks of a lesson before it makes it known.
#pragma once

#include "lab/lesson.h"

namespace lab {

/// Whether nothing is missing that a run can't do without.
bool runnable(const Lesson&);

}  // namespace lab
