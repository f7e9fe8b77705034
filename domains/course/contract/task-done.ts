/** Whether somebody is done with a task, and what is missing: the same for the counting, the guard and the screens. */
import { coursewareType } from '@kaopei/courseware/contract/codes'
import { type Done, filmDone, type Missing, type PageUnit, pagesDone } from '@kaopei/learning/contract/completion'
import type { Ranges } from '@kaopei/learning/contract/ranges'
import type { z } from 'zod'
import { articleRule, attemptRule, type CoursewareRule, coursewareRule, practiceRule } from './outline.ts'

/** A task as it stands in a version of the course. */
export interface RuledTask {
  /** Key of the registry of kinds. */
  readonly kind: string
  /** As it is stored: what is absent has its default. */
  readonly rule: unknown
  /** Of a courseware its type, else null. */
  readonly coursewareType: number | null
}

/** What is known of one person's work on it. Nothing was opened: zeros. */
export interface TaskWork {
  readonly watched: Ranges
  readonly pageSeconds: readonly number[]
  readonly lengthSeconds: number
  readonly pageCount: number
  /** Numbers of a package's parts that it called complete. */
  readonly partsDone: readonly number[]
  /** The last event among done, undone and reset says done. */
  readonly isDone: boolean
  readonly isExempted: boolean
}

export const noWork: TaskWork = {
  watched: [],
  pageSeconds: [],
  lengthSeconds: 0,
  pageCount: 0,
  partsDone: [],
  isDone: false,
  isExempted: false,
}

const complete: Done = { isComplete: true, percent: 100, missing: [] }

/** What was done stays done, also when the rule is made stricter or the courseware longer. */
export function taskDone(task: RuledTask, work: TaskWork): Done {
  if (work.isDone || work.isExempted) return complete
  switch (task.kind) {
    case 'courseware':
      return coursewareDone(task, work)
    case 'exam': {
      const { needs, passScoreHundredths } = attemptRuleIn(task.rule)
      return waiting(needs === 'passed' ? { kind: 'passed', scoreHundredths: passScoreHundredths } : { kind: 'handedIn' })
    }
    case 'practice':
      return waiting({ kind: 'practised', ...practiceRuleIn(task.rule) })
    case 'questionnaire':
      return waiting({ kind: 'answered' })
    case 'article':
      return waiting({ kind: 'read', seconds: articleRuleIn(task.rule).seconds })
    case 'link':
      return waiting({ kind: 'opened' })
    default:
      return { isComplete: false, percent: 0, missing: [] }
  }
}

/** Reads rules once, by the objects they are stored as: an outline of hundreds of tasks is gone through for every learner. */
function readOnce<Rule>(schema: z.ZodType<Rule>): (stored: unknown) => Rule {
  const known = new WeakMap<object, Rule>()
  return (stored) => {
    if (typeof stored !== 'object' || stored === null) return schema.parse(stored)
    const rule = known.get(stored) ?? schema.parse(stored)
    known.set(stored, rule)
    return rule
  }
}

const coursewareRuleIn = readOnce(coursewareRule)
const attemptRuleIn = readOnce(attemptRule)
const practiceRuleIn = readOnce(practiceRule)
const articleRuleIn = readOnce(articleRule)

function coursewareDone({ coursewareType: type, rule }: RuledTask, work: TaskWork): Done {
  const asked = coursewareRuleIn(rule)
  if (type === coursewareType.video || type === coursewareType.audio) return filmOf(asked, work)
  if (type === coursewareType.package) return partsOf(work)
  if (type === coursewareType.image) return pagesOf(asked, work, 'picture')
  if (type !== coursewareType.microCourse) return pagesOf(asked, work)
  const blocks = pagesOf(asked, work, 'block')
  return work.lengthSeconds > 0 ? bothOf(blocks, filmOf(asked, work)) : blocks
}

const filmOf = ({ percent }: CoursewareRule, { watched, lengthSeconds }: TaskWork) =>
  filmDone(watched, { lengthSeconds, percent })

const pagesOf = (
  { secondsPerPage, pagePercent }: CoursewareRule,
  { pageSeconds, pageCount }: TaskWork,
  unit: PageUnit = 'page',
) => pagesDone(pageSeconds, { pageCount, secondsPerPage, percent: pagePercent, unit })

/** A micro-course: its blocks were in view and its films, one behind the other, were seen. */
function bothOf(one: Done, other: Done): Done {
  const isComplete = one.isComplete && other.isComplete
  const percent = isComplete ? 100 : Math.min(99, Math.floor((one.percent + other.percent) / 2))
  return { isComplete, percent, missing: [...one.missing, ...other.missing] }
}

function partsOf({ pageCount, partsDone }: TaskWork): Done {
  if (pageCount <= 0) return waiting({ kind: 'length' })
  const parts = Array.from({ length: pageCount }, (_, index) => index + 1).filter((part) => !partsDone.includes(part))
  if (parts.length === 0) return complete
  return {
    isComplete: false,
    percent: Math.floor(((pageCount - parts.length) * 100) / pageCount),
    missing: [{ kind: 'parts', parts }],
  }
}

const waiting = (missing: Missing): Done => ({ isComplete: false, percent: 0, missing: [missing] })
