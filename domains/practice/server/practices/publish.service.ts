/** What stands against publishing, and publishing itself. */
import { protocolErrors } from '@kaopei/contract'
import { closedAmong } from '@kaopei/exam/server'
import { type JudgedPaper, judgePaper, pinPaper, readPaper } from '@kaopei/paper/server'
import { hiddenKeysOf } from '@kaopei/question/server'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { storedStatus } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import { hasPeople } from '../people/audience.sql.ts'
import { type PracticeFinding, publishChecks } from '../rules/publish-checks.ts'
import { countQuestions } from './practice.service.ts'
import { findPractice, type PracticeRow, updateState } from './practice.sql.ts'
import { selectSources } from './sources.sql.ts'

const mayPublish = (findings: readonly PracticeFinding[]) => findings.every(({ level }) => level !== 'blocking')

export async function checkPublish(db: Db, { id, now }: { id: string; now: Date }) {
  const practice = await findPractice(db, id)
  if (!practice) throw new ProtocolFailure(protocolErrors.notFound)
  const findings = await findingsOf(db, practice, await judgePaper(db, practice.paperId), now)
  return { version: practice.version, mayPublish: mayPublish(findings), findings }
}

interface Publication {
  /** Locked, at the version that the publisher saw. */
  readonly practice: PracticeRow
  readonly now: Date
  readonly ignoreWarnings: boolean
  readonly fail: Fail<(typeof practiceErrors)['notDraft' | 'checksFailed' | 'warningsUnconfirmed']>
}

/** Answers how many questions it has. */
export async function publishPractice(db: Db, { practice, now, ignoreWarnings, fail }: Publication): Promise<number> {
  if (practice.status !== storedStatus.draft) fail(practiceErrors.notDraft, { text: '练习已发布，不能重复发布' })
  const paper = await pinPaper(db, { paperId: practice.paperId, now })
  const findings = await findingsOf(db, practice, paper, now)
  if (!mayPublish(findings)) fail(practiceErrors.checksFailed, { text: firstMessage(findings), data: { findings } })
  if (findings.length > 0 && !ignoreWarnings) fail(practiceErrors.warningsUnconfirmed, { data: { findings } })
  const questionCount = await countQuestions(db, practice)
  await updateState(db, practice.id, { status: storedStatus.published, publishedAt: now }, now)
  return questionCount
}

async function findingsOf(db: Db, practice: PracticeRow, paper: JudgedPaper, now: Date): Promise<PracticeFinding[]> {
  const sources = await selectSources(db, practice.id)
  const examIds = sources.map(({ examId }) => examId)
  const closed = await closedAmong(db, examIds, now)
  const { fixed } = await readPaper(db, practice.paperId)
  const questionIds = fixed.map(({ questionId }) => questionId)
  const hidden = await hiddenKeysOf(db, { questionIds, isAuthor: true, now })
  return publishChecks(
    {
      startAt: practice.startAt,
      endAt: practice.endAt,
      paper,
      sourceCount: sources.length,
      openSourceCount: examIds.length - closed.length,
      hasPeople: await hasPeople(db, practice),
      runningCount: questionIds.filter((id) => hidden(id) !== null).length,
    },
    now,
  )
}

function firstMessage(findings: readonly PracticeFinding[]): string {
  const blocking = findings.filter(({ level }) => level === 'blocking')
  const more = blocking.length > 1 ? `（共 ${blocking.length} 项需要修改）` : ''
  return `${blocking[0]?.message ?? practiceErrors.checksFailed.text}${more}`
}
