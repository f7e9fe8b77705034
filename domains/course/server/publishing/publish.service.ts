import { protocolErrors } from '@kaopei/contract'
import { followPractices } from '@kaopei/practice/server'
import { followQuestionnaires } from '@kaopei/questionnaire/server'
import { type Db, emit, type Fail, ProtocolFailure } from '@kaopei/server'
import { courseErrors } from '../../contract/errors.ts'
import type { Course } from '../courses/course.sql.ts'
import { type Outline, outlineOf } from '../outline/outline.sql.ts'
import { coursePublished } from './events.ts'
import { faultsOf } from './faults.ts'
import { publishDraft } from './publish.sql.ts'

interface Publishing {
  readonly forCompleted: 'keep' | 'owe'
  readonly note: string
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof courseErrors)['notReady']>
}

/** Locked. The draft is looked at once more, and becomes what learners see. */
export async function publish(db: Db, course: Course, { fail, ...given }: Publishing): Promise<void> {
  const outline = await selectOutline(db, course.draftId)
  await refuseFaults(db, outline, fail)
  await publishDraft(db, { ...given, courseId: course.id, draftId: outline.versionId })
  const tasks = outline.chapters.flatMap((chapter) => chapter.tasks)
  const targetsOf = (wanted: string) =>
    tasks.flatMap(({ kind, targetId }) => (kind === wanted && targetId !== null ? [targetId] : []))
  await followPractices(db, targetsOf('practice'))
  await followQuestionnaires(db, targetsOf('questionnaire'))
  const { forCompleted } = given
  await emit(db, coursePublished, db.companyId, { courseId: course.id, versionId: outline.versionId, forCompleted })
}

export async function refuseFaults(db: Db, outline: Outline, fail: Publishing['fail']): Promise<void> {
  const faults = await faultsOf(db, outline)
  if (faults.length === 0) return
  const text = `课程还不能上架：${faults.map(({ message }) => message).join('；')}`
  fail(courseErrors.notReady, { text, data: { faults } })
}

export async function selectOutline(db: Db, versionId: string | null): Promise<Outline> {
  const outline = versionId === null ? undefined : await outlineOf(db, versionId)
  if (!outline) throw new ProtocolFailure(protocolErrors.notFound)
  return outline
}
