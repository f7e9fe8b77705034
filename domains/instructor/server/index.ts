import type { Module } from '@kaopei/server'
import { cooperationEndpoints } from './cooperations/cooperation.handlers.ts'
import { alertSweep } from './files/alerts.sweep.ts'
import { fileEndpoints } from './files/file.handlers.ts'
import { growthEndpoints } from './growth/growth.handlers.ts'
import { hoursEndpoints } from './hours/hours.handlers.ts'
import { exportStatementJob } from './hours/statement.job.ts'
import { logNames } from './log-names.sql.ts'
import { bookingEndpoints } from './schedule/booking.handlers.ts'
import { scheduleEndpoints } from './schedule/schedule.handlers.ts'
import { categoryEndpoints } from './settings/category.handlers.ts'
import { exportTeachersJob } from './teachers/export.job.ts'
import { teacherEndpoints } from './teachers/teacher.handlers.ts'

export { type InstructorCard, instructorCards } from './door.sql.ts'
export { type BookingWish, bookInstructor, giveUpInstructor, tellHeld, tellRating } from './doors.ts'
export { type InstructorUse, usersOfInstructors } from './uses.ts'

export const instructorModule: Module = {
  logNames,
  endpoints: [
    ...teacherEndpoints,
    ...fileEndpoints,
    ...categoryEndpoints,
    ...cooperationEndpoints,
    ...scheduleEndpoints,
    ...bookingEndpoints,
    ...hoursEndpoints,
    ...growthEndpoints,
  ],
  jobs: [exportTeachersJob.job, exportStatementJob.job],
  sweeps: [alertSweep],
}
