import { usersOfInstructors } from '@kaopei/instructor/server'
import { implement, type Module } from '@kaopei/server'
import { courseware } from '../contract/courseware.ts'
import { microCourse } from '../contract/micro-course.ts'
import { coursewareSubtitle } from '../contract/subtitle.ts'
import { converterEndpoints } from './conversion/converters.handlers.ts'
import { conversionSweeps, convertJob, coursewareFailed, coursewareReady } from './conversion/index.ts'
import { coursewareHandlers } from './courseware.handlers.ts'
import { coursewaresCrediting } from './credited.sql.ts'
import { logNames } from './log-names.sql.ts'
import { measureFilmsJob } from './measure-films.job.ts'
import { microCourseHandlers } from './micro-course.handlers.ts'
import { removedFilesSweep } from './removed-files.ts'
import { subtitleHandlers } from './subtitle.handlers.ts'

export { askForConversion, coursewareFailed, coursewareReady } from './conversion/index.ts'
export { FfmpegNews, findPrograms, ProgramFailure, type Programs, runProgram } from './conversion/program-door.ts'
export { shownContent } from './delivery/shown-content.ts'
export { type CoursewareCard, coursewareCards, coursewaresOfPoints, type GivenVersion, versionFor } from './door.sql.ts'
export { type ContentAppOptions, createContentApp } from './package/content-app.ts'
export { type PackagePart, packagePart } from './package/entry.sql.ts'
export type { ContentOrigin } from './package/package-link.ts'
export { type CoursewareUse, type CoursewareUser, usersOfCourseware } from './users.ts'

usersOfInstructors(coursewaresCrediting)

export const coursewareModule: Module = {
  logNames,
  endpoints: [
    ...implement(courseware, coursewareHandlers),
    ...implement(microCourse, microCourseHandlers),
    ...implement(coursewareSubtitle, subtitleHandlers),
    ...converterEndpoints,
  ],
  jobs: [convertJob, measureFilmsJob],
  events: [coursewareReady, coursewareFailed],
  sweeps: [...conversionSweeps, removedFilesSweep],
}
