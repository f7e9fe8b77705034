/** Saving a practice: what was given over what was there. */
import { protocolErrors } from '@kaopei/contract'
import { closedAmong, examCards } from '@kaopei/exam/server'
import { readPaper } from '@kaopei/paper/server'
import { type DataScope, type Db, type Fail, noScope, ProtocolFailure } from '@kaopei/server'
import { participationMode } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import type { PracticeDetail, PracticeSave } from '../../contract/practice.ts'
import { areTheirs, audiencesNamed, replaceAudiences, selectAudiences } from '../people/audience.sql.ts'
import { addStaff, countChosen, countStaff, othersOf, removeStaff, thoseOf } from '../people/staff.sql.ts'
import { practiceStatusAt } from '../rules/practice-status-at.ts'
import {
  creatorOf,
  findPractice,
  hasRuns,
  lockPractice,
  type PracticeRow,
  type PracticeValues,
  updateQuestionCount,
} from './practice.sql.ts'
import { replaceSources, selectSources } from './sources.sql.ts'

interface Locking {
  readonly id: string
  readonly version: number | undefined
  readonly scope?: DataScope
  readonly now: Date
}

/** Locked, as it was read by the client; 1007 with the current one, as far as the scope shows it, when it has changed since. */
export async function lockedPractice(db: Db, { id, version, scope = noScope, now }: Locking): Promise<PracticeRow> {
  const practice = await lockPractice(db, id)
  if (!practice) throw new ProtocolFailure(protocolErrors.notFound)
  if (version === undefined || version === practice.version) return practice
  throw new ProtocolFailure(protocolErrors.changed, { data: await readDetail(db, { id, scope, now }) })
}

export function plainRowOf(practice: PracticeRow, now: Date) {
  return {
    id: practice.id,
    version: practice.version,
    name: practice.name,
    startTime: practice.startAt,
    endTime: practice.endAt,
    status: practiceStatusAt(practice, now),
    participationMode: practice.participationMode,
    questionCount: practice.questionCount,
    createTime: practice.createdAt,
    updateTime: practice.updatedAt,
    publishTime: practice.publishedAt,
    endedTime: practice.endedAt,
  }
}

export async function readDetail(
  db: Db,
  { id, scope, now }: { id: string; scope: DataScope; now: Date },
): Promise<PracticeDetail> {
  const practice = await findPractice(db, id)
  if (!practice) throw new ProtocolFailure(protocolErrors.notFound)
  const { departments, groups } = await audiencesNamed(db, id)
  const staff = { practiceId: id, scope, search: undefined, departmentId: undefined }
  return {
    ...plainRowOf(practice, now),
    information: practice.information,
    creatorName: await creatorOf(db, id),
    sumScore: (await readPaper(db, practice.paperId)).sumScore,
    examinationList: await examsOf(db, id),
    participationStaffCount: await countStaff(db, staff),
    participationDepartmentList: departments,
    participationGroupList: groups,
    permitRepeatPractice: practice.permitRepeatPractice,
    permitViewAnalysis: practice.permitViewAnalysis,
    permitViewAnswer: practice.permitViewAnswer,
    permitViewResult: practice.permitViewResult,
    hasRuns: await hasRuns(db, id),
  }
}

async function examsOf(db: Db, practiceId: string) {
  const sources = await selectSources(db, practiceId)
  const names = await namesOfExams(
    db,
    sources.map(({ examId }) => examId),
  )
  return sources.map(({ examId, questionCount }) => ({ id: examId, name: names.get(examId) ?? '（已删除）', questionCount }))
}

export const newPractice: PracticeValues = {
  name: '',
  information: '',
  startAt: null,
  endAt: null,
  participationMode: participationMode.chosen,
  permitRepeatPractice: true,
  permitViewResult: true,
  permitViewAnswer: true,
  permitViewAnalysis: true,
}

/** What the practice will be: given values over the present ones, or over the defaults of a new one. */
export function valuesAfter(input: PracticeSave, before: PracticeRow | undefined): PracticeValues {
  const present = before ? valuesOf(before) : newPractice
  return {
    name: input.name,
    information: input.information ?? present.information,
    startAt: input.startTime === undefined ? present.startAt : input.startTime,
    endAt: input.endTime === undefined ? present.endAt : input.endTime,
    participationMode: input.participationMode ?? present.participationMode,
    permitRepeatPractice: input.permitRepeatPractice ?? present.permitRepeatPractice,
    permitViewResult: input.permitViewResult ?? present.permitViewResult,
    permitViewAnswer: input.permitViewAnswer ?? present.permitViewAnswer,
    permitViewAnalysis: input.permitViewAnalysis ?? present.permitViewAnalysis,
  }
}

export function valuesOf(practice: PracticeRow): PracticeValues {
  return {
    name: practice.name,
    information: practice.information,
    startAt: practice.startAt,
    endAt: practice.endAt,
    participationMode: practice.participationMode,
    permitRepeatPractice: practice.permitRepeatPractice,
    permitViewResult: practice.permitViewResult,
    permitViewAnswer: practice.permitViewAnswer,
    permitViewAnalysis: practice.permitViewAnalysis,
  }
}

export interface Saving {
  readonly practiceId: string
  readonly scope: DataScope
  readonly actorId: string
  readonly now: Date
  readonly fail: Fail<(typeof practiceErrors)['unknownStaff' | 'audienceRefused' | 'audienceOutOfScope' | 'examRefused']>
}

interface Sourcing extends Pick<Saving, 'practiceId' | 'now'> {
  readonly fail: Fail<(typeof practiceErrors)['examRefused']>
}

/** Ended exams whose papers it takes, with the number of their questions. */
export async function setSources(db: Db, { practiceId, now, fail }: Sourcing, examIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(examIds)]
  const closed = new Map((await closedAmong(db, wanted, now)).map((exam) => [exam.id, exam]))
  const sources = []
  for (const examId of wanted) {
    const exam = closed.get(examId) ?? fail(practiceErrors.examRefused)
    sources.push({ examId, paperId: exam.paperId, questionCount: (await readPaper(db, exam.paperId)).questionCount })
  }
  await replaceSources(db, practiceId, sources)
}

/** The whole list of chosen people, as far as the scope reaches: others stay. */
export async function setStaff(db: Db, saving: Saving, staffIds: readonly string[]): Promise<void> {
  const { practiceId, scope, actorId, now, fail } = saving
  const wanted = [...new Set(staffIds)]
  if ((await countChosen(db, wanted, scope)) < wanted.length) fail(practiceErrors.unknownStaff)
  await removeStaff(db, practiceId, othersOf(db, { practiceId, scope }, wanted))
  await addStaff(db, { practiceId, people: thoseOf(db, scope, wanted), actorId, now })
}

/** The whole lists of departments and groups. Who attaches or detaches one answers for its people. */
export async function setAudiences(
  db: Db,
  { practiceId, scope, actorId, now, fail }: Saving,
  given: { departmentIds: readonly string[] | undefined; groupIds: readonly string[] | undefined },
): Promise<void> {
  const present = await selectAudiences(db, practiceId)
  const idsOf = (kind: 'department' | 'group') => present.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const departmentIds = [...new Set(given.departmentIds ?? idsOf('department'))]
  const groupIds = [...new Set(given.groupIds ?? idsOf('group'))]
  const isNew = (kind: 'department' | 'group') => (id: string) => !idsOf(kind).includes(id)
  const added = { departmentIds: departmentIds.filter(isNew('department')), groupIds: groupIds.filter(isNew('group')) }
  if (!(await areTheirs(db, added, scope))) fail(practiceErrors.audienceRefused)
  const gone = {
    departmentIds: idsOf('department').filter((id) => !departmentIds.includes(id)),
    groupIds: idsOf('group').filter((id) => !groupIds.includes(id)),
  }
  const mayDetach = scope.kind === 'all' || gone.departmentIds.length + gone.groupIds.length === 0
  if (!mayDetach && !(await areTheirs(db, gone, scope))) fail(practiceErrors.audienceOutOfScope)
  await replaceAudiences(db, { practiceId, departmentIds, groupIds, scope, actorId, now })
}

/** Of its own paper and of the exams' papers. */
export async function countQuestions(db: Db, practice: Pick<PracticeRow, 'id' | 'paperId'>): Promise<number> {
  const own = await readPaper(db, practice.paperId)
  const sources = await selectSources(db, practice.id)
  const count = sources.reduce((sum, { questionCount }) => sum + questionCount, own.questionCount)
  await updateQuestionCount(db, practice.id, count)
  return count
}

async function namesOfExams(db: Db, examIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await examCards(db, examIds)).map(({ id, name }) => [id, name]))
}
