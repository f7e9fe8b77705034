import { id } from '@kaopei/contract'
/** Changes of a question that exists: what exams use stays as it is, everything else is written in place. */
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { questionStatus, questionTypeSchema } from '../contract/codes.ts'
import type { QuestionContent, ScoringRule } from '../contract/content.ts'
import { insertSearchText, type QuestionText, replaceKnowledge, stemText } from './insert-questions.sql.ts'
import { checksumOf } from './rules/content/checksum.ts'
import { questionFingerprint } from './rules/similar-text.ts'
import { isPinned, type VersionOf } from './uses.ts'

/** One question as it was locked for a change. */
const lockedQuestionRow = z.object({
  id,
  type: questionTypeSchema,
  bankId: id,
  version: z.int(),
  status: questionStatus.schema,
  fingerprint: z.string(),
  readyVersionId: id.nullable(),
  readyRuleVersionId: id.nullable(),
  latestVersionId: id,
  latestRuleVersionId: id,
})
export type LockedQuestion = z.output<typeof lockedQuestionRow>

export async function lockQuestions(db: Db, ids: readonly string[]): Promise<LockedQuestion[]> {
  return rowsOf(db, lockedQuestionRow)`
    select q.id, q.type, q.bank_id as "bankId", q.version, q.status, q.fingerprint,
      q.ready_version_id as "readyVersionId",
      q.ready_rule_version_id as "readyRuleVersionId",
      q.latest_version_id as "latestVersionId",
      q.latest_rule_version_id as "latestRuleVersionId"
    from question.question q
    where q.company_id = ${db.companyId}
      and q.id = any(${ids}::uuid[])
      and q.removed_at is null
    order by q.id
    for update
  `
}

export type QuestionChange = { question: LockedQuestion; text: QuestionText; isReady: boolean; changedBy: string | null }

/** Writes a locked question anew. A draft never overwrites the versions that exams may take from now on. */
export async function changeQuestion(
  db: Db,
  { question, text, isReady, changedBy }: QuestionChange,
): Promise<{ version: number; versionNumber: number }> {
  const { content, rule } = text
  const mustKeepVersion = !isReady && question.latestVersionId === question.readyVersionId
  const written = await writeVersion(db, { question, content, createdBy: changedBy, mustKeep: mustKeepVersion })
  const mustKeepRule = !isReady && question.latestRuleVersionId === question.readyRuleVersionId
  const ruled = await writeRule(db, { question, rule, mustKeep: mustKeepRule })
  const pair = { versionId: written.id, ruleVersionId: ruled.id }
  const { version } = await updateQuestion(db, { question, text, isReady, ...pair })
  return { version, versionNumber: written.number }
}

const writtenRow = z.object({ id, number: z.int() })
type Written = z.output<typeof writtenRow>

/**
 * Writes content as the question's latest version: in place while nobody depends on that version, else as a new one.
 * The row is locked first: a publishing exam holds its foreign key on the row, so whoever comes second sees what the first has done.
 */
async function writeVersion(
  db: Db,
  {
    question,
    content,
    createdBy,
    mustKeep,
  }: { question: LockedQuestion; content: QuestionContent; createdBy: string | null; mustKeep: boolean },
): Promise<Written> {
  const checksum = checksumOf(content)
  const latest = await lockLatest(db, 'question_version', db.companyId, question.latestVersionId)
  if (latest.checksum === checksum) return latest
  const body = JSON.stringify(content)
  if (!mustKeep && !(await isUsed(db, question, { of: 'content', id: question.latestVersionId }))) {
    await sql`
      update question.question_version
      set content = ${body}::jsonb, checksum = ${checksum}, created_by = ${createdBy}::uuid, created_at = now()
      where company_id = ${db.companyId} and id = ${latest.id}
    `.execute(db)
    return latest
  }
  const rows = await rowsOf(db, writtenRow)`
    insert into question.question_version (company_id, question_id, number, content, checksum, created_by)
    select ${db.companyId}, ${question.id}, max(v.number) + 1, ${body}::jsonb, ${checksum}, ${createdBy}::uuid
    from question.question_version v
    where v.company_id = ${db.companyId} and v.question_id = ${question.id}
    returning id, number
  `
  return onlyRow(rows)
}

/** The same for the scoring rule. */
async function writeRule(
  db: Db,
  { question, rule, mustKeep }: { question: LockedQuestion; rule: ScoringRule; mustKeep: boolean },
): Promise<Written> {
  const checksum = checksumOf(rule)
  const latest = await lockLatest(db, 'scoring_rule_version', db.companyId, question.latestRuleVersionId)
  if (latest.checksum === checksum) return latest
  const body = JSON.stringify(rule)
  if (!mustKeep && !(await isUsed(db, question, { of: 'rule', id: question.latestRuleVersionId }))) {
    await sql`
      update question.scoring_rule_version set rule = ${body}::jsonb, checksum = ${checksum}, created_at = now()
      where company_id = ${db.companyId} and id = ${latest.id}
    `.execute(db)
    return latest
  }
  const rows = await rowsOf(db, writtenRow)`
    insert into question.scoring_rule_version (company_id, question_id, number, rule, checksum)
    select ${db.companyId}, ${question.id}, max(r.number) + 1, ${body}::jsonb, ${checksum}
    from question.scoring_rule_version r
    where r.company_id = ${db.companyId} and r.question_id = ${question.id}
    returning id, number
  `
  return onlyRow(rows)
}

const latestRow = writtenRow.extend({ checksum: z.string() })

async function lockLatest(db: Db, table: 'question_version' | 'scoring_rule_version', companyId: string, id: string) {
  const rows = await rowsOf(db, latestRow)`
    select v.id, v.number, v.checksum
    from ${sql.table(`question.${table}`)} v
    where v.company_id = ${companyId} and v.id = ${id}
    for update
  `
  return onlyRow(rows)
}

const isUsedRow = z.object({ isUsed: z.boolean() })

async function isUsed(db: Db, { id }: LockedQuestion, version: Pick<VersionOf, 'of'> & { id: string }): Promise<boolean> {
  const rows = await rowsOf(db, isUsedRow)`
    select ${isPinned(db, { of: version.of, questionId: sql`${id}::uuid`, versionId: sql`${version.id}::uuid` })} as "isUsed"
  `
  return onlyRow(rows).isUsed
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the statement answers one row')
  return row
}

const versionRow = z.object({ version: z.int() })

async function updateQuestion(
  db: Db,
  {
    question,
    text,
    versionId,
    ruleVersionId,
    isReady,
  }: {
    question: LockedQuestion
    text: QuestionText
    versionId: string
    ruleVersionId: string
    isReady: boolean
  },
): Promise<{ version: number }> {
  // A draft behind a ready version leaves the question as it is for exams.
  const ready = isReady
    ? { versionId, ruleVersionId }
    : { versionId: question.readyVersionId, ruleVersionId: question.readyRuleVersionId }
  const status = isReady && question.status === 0 ? 1 : question.status
  const rows = await rowsOf(db, versionRow)`
    update question.question
    set bank_id = ${text.bankId},
      id_number = ${text.idNumber},
      title = ${text.title},
      course = ${text.course},
      tags = ${text.tags}::text[],
      difficulty = ${text.difficulty},
      default_score_hundredths = ${text.defaultScoreHundredths},
      status = ${status},
      ready_version_id = ${ready.versionId}::uuid,
      ready_rule_version_id = ${ready.ruleVersionId}::uuid,
      latest_version_id = ${versionId},
      latest_rule_version_id = ${ruleVersionId},
      stem_text = ${stemText(text.content)},
      fingerprint = ${questionFingerprint(text.content)},
      updated_at = now(),
      version = version + 1
    where company_id = ${db.companyId} and id = ${question.id}
    returning version
  `
  await insertSearchText(db, [{ ...text, id: question.id }])
  await replaceKnowledge(db, question.id, text.knowledgePointIds)
  return onlyRow(rows)
}
