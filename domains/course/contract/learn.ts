/** The learner's calls: each is about the signed-in person alone. */
import { endpoint, id, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { learnErrors } from './learn-errors.ts'
import { coursePage, libraryPage, myCoursesPage, openedCourseware, tracePage } from './learn-shapes.ts'

const path = '/api/v1/course/learn'
const ofTask = z.object({ course: id, task: id })
const refusals = [
  protocolErrors.notFound,
  learnErrors.notEnrolled,
  learnErrors.gone,
  learnErrors.locked,
  learnErrors.licenceOver,
  learnErrors.noSeat,
] as const

const doneOutput = z.object({ isComplete: z.boolean(), percent: z.int() })

export const learn = {
  myCourses: endpoint({
    path: `${path}/myCourses`,
    summary: '我的课程',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyword: text(100, '课程名称').default(''),
      only: z.enum(['all', 'notBegun', 'underWay', 'complete', 'overdue']).default('all'),
    }),
    output: myCoursesPage,
  }),
  library: endpoint({
    path: `${path}/library`,
    summary: '公开课程',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ keyword: text(100, '课程名称').default(''), categoryId: id.nullish() }),
    output: libraryPage,
  }),
  page: endpoint({
    path: `${path}/page`,
    summary: '课程目录与进度',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ course: id }),
    output: coursePage,
    errors: [protocolErrors.notFound, learnErrors.notEnrolled],
  }),
  open: endpoint({
    path: `${path}/open`,
    summary: '打开课件任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: openedCourseware,
    errors: [...refusals, learnErrors.notThisKind],
  }),
  openLink: endpoint({
    path: `${path}/openLink`,
    summary: '打开链接任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: doneOutput.extend({ url: z.string() }),
    errors: [...refusals, learnErrors.notThisKind],
  }),
  openArticle: endpoint({
    path: `${path}/openArticle`,
    summary: '打开图文任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: doneOutput.extend({ title: z.string(), html: z.string(), secondsLeft: z.int() }),
    errors: [...refusals, learnErrors.notThisKind],
  }),
  readArticle: endpoint({
    path: `${path}/readArticle`,
    summary: '读完图文任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: doneOutput,
    errors: [...refusals, learnErrors.notThisKind, learnErrors.tooSoon],
  }),
  /** Whoever learns the course may sit its exams: opening one puts them on its list. */
  openExam: endpoint({
    path: `${path}/openExam`,
    summary: '进入考试任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: z.object({ examId: id }),
    errors: [...refusals, learnErrors.notThisKind, examErrors.outsideClosed, platformErrors.quotaUsedUp],
  }),
  /** Whoever learns the course may practise what it leads to: opening it puts them on its list. */
  openPractice: endpoint({
    path: `${path}/openPractice`,
    summary: '进入练习任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: z.object({ practiceId: id }),
    errors: [...refusals, learnErrors.notThisKind],
  }),
  /** Whoever learns the course may answer the questionnaire that it leads to: opening it puts them on its list. */
  openQuestionnaire: endpoint({
    path: `${path}/openQuestionnaire`,
    summary: '进入问卷任务',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: ofTask,
    output: z.object({ questionnaireId: id }),
    errors: [...refusals, learnErrors.notThisKind],
  }),
  missing: endpoint({
    path: `${path}/missing`,
    summary: '为什么还没完成',
    access: 'signedIn',
    audit: 'read',
    input: z.object({ course: id, task: id.nullish() }),
    output: z.object({
      percent: z.int(),
      isComplete: z.boolean(),
      tasks: z.array(
        z.object({ taskId: id, title: z.string(), percent: z.int(), isRequired: z.boolean(), words: z.array(z.string()) }),
      ),
    }),
    errors: [protocolErrors.notFound, learnErrors.notEnrolled],
  }),
  trace: endpoint({
    path: `${path}/trace`,
    summary: '学习记录明细',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ course: id, task: id.nullish() }),
    output: tracePage,
    errors: [protocolErrors.notFound, learnErrors.notEnrolled],
  }),
}
