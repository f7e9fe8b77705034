import { usersOfCourseware } from '@kaopei/courseware/server'
import { examsStandIn } from '@kaopei/exam/server'
import { answerForGrants } from '@kaopei/files/server'
import { usersOfInstructors } from '@kaopei/instructor/server'
import type { Module } from '@kaopei/server'
import { boughtEndpoints } from './bought/bought.handlers.ts'
import { carryPublished } from './bought/carry.ts'
import { licenceHolds } from './bought/grant.ts'
import { saleEndpoints } from './bought/sale.handlers.ts'
import { freeSeatsListener, seatSweep } from './bought/seats.ts'
import { categoryEndpoints } from './categories/category.handlers.ts'
import { courseEndpoints } from './courses/course.handlers.ts'
import { coursesTaughtBy } from './courses/taught.sql.ts'
import { coursesWithCourseware, coursewaresInUse, learnersOfCourseware } from './courseware-uses.sql.ts'
import { hasExam } from './exam-uses.sql.ts'
import { logNames } from './log-names.sql.ts'
import { outlineEndpoints } from './outline/outline.handlers.ts'
import { previewEndpoints } from './outline/preview.handlers.ts'
import { followMarked, staffChangedListener } from './people/audience.follow.ts'
import { staffEndpoints } from './people/staff.handlers.ts'
import { coursePublished } from './publishing/events.ts'
import { publishingEndpoints } from './publishing/publish.handlers.ts'
import { totalEndpoints } from './totals.handlers.ts'

export { coursesOfPoints } from './courses-of-points.sql.ts'
export { courseCompleted, courseReopened, taskCompleted } from './events.ts'
export { keptHtml } from './kept-html.ts'
export { deriveEnrolment } from './learning/derive.ts'
export { learningModule } from './learning/module.ts'
export { coursesByName } from './named.sql.ts'
export { type Chapter, type Outline, outlineOf, publishedOutline, type TaskRow } from './outline/outline.sql.ts'
export { type CourseCard, type CourseStanding, courseCards, courseCompletions, courseStandingOf } from './people/led.sql.ts'
export { admitToCourse } from './people/led.ts'
export { coursesOf } from './people/own-courses.sql.ts'
export { progressModule } from './progress/module.ts'
export { coursePublished } from './publishing/events.ts'
export { reminderModule } from './reminders/reminder.handlers.ts'
export { registerTaskKind } from './task-kinds.ts'
export { examTargets, practiceTargets, questionnaireTargets } from './task-targets.ts'

usersOfInstructors(coursesTaughtBy)
usersOfCourseware({ uses: coursesWithCourseware, learnCounts: learnersOfCourseware, needs: coursewaresInUse })
examsStandIn('course', hasExam)
answerForGrants(licenceHolds)

export const courseModule: Module = {
  logNames,
  endpoints: [
    ...categoryEndpoints,
    ...courseEndpoints,
    ...outlineEndpoints,
    ...publishingEndpoints,
    ...staffEndpoints,
    ...previewEndpoints,
    ...boughtEndpoints,
    ...saleEndpoints,
    ...totalEndpoints,
  ],
  events: [coursePublished],
  listeners: [staffChangedListener, carryPublished, freeSeatsListener],
  backlogs: [followMarked],
  sweeps: [seatSweep],
}
