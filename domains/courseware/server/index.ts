import { implement, type Module } from '@kaopei/server'
import { courseware } from '../contract/courseware.ts'
import { coursewareHandlers } from './courseware.handlers.ts'
import { logNames } from './log-names.sql.ts'

export { askForConversion } from './conversion/ask.ts'
export { type CoursewareCard, coursewareCards, type GivenVersion, versionFor } from './door.sql.ts'
export { type CoursewareUse, type CoursewareUser, usersOfCourseware } from './users.ts'

export const coursewareModule: Module = {
  logNames,
  endpoints: implement(courseware, coursewareHandlers),
}
