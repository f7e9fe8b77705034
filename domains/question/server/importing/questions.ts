/** Reads a file of questions row by row and writes them in portions; with `isDry` it only says what it would do. */
import { type Db, Pace } from '@kaopei/server'
import { questionContent, scoringRule } from '../../contract/content.ts'
import { type ImportDefaults, type ImportMapping, type ImportResult, mostReportedRows } from '../../contract/question-import.ts'
import { changeQuestion, lockQuestions } from '../change-question.sql.ts'
import { insertQuestions, orderedIds, type QuestionText } from '../insert-questions.sql.ts'
import { ensureKnowledgePoints } from '../points/knowledge-point.sql.ts'
import { questionDigest } from '../rules/content/question-digest.ts'
import { type ImportedQuestion, questionOfRow } from '../rules/content/question-of-row.ts'
import { judgeAgainst, type KnownQuestion, type ReadRow, readRow, SeenRows, type Verdict } from '../rules/import-verdicts.ts'
import { sameWords } from '../rules/similar-text.ts'
import { selectBankKeys, selectExisting } from './existing.sql.ts'
import { type ImportRow, readImportRows } from './file.ts'

export type ImportPlan = {
  companyId: string
  bankId: string
  requestedBy: string
  mapping: ImportMapping
  defaults: ImportDefaults
  conflicts: 'skip' | 'overwrite'
  isDry: boolean
}

/** Large enough that statements do not count. */
const portion = 500

type Counts = Pick<ImportResult, 'total' | 'new' | 'same' | 'conflict' | 'error' | 'overwritten' | 'overwritable'>

export class ImportReport {
  readonly counts: Counts = { total: 0, new: 0, same: 0, conflict: 0, error: 0, overwritten: 0, overwritable: 0 }
  readonly rows: ImportResult['rows'] = []
  /** Rows that are not in the bank as the file says them, with the reason. */
  readonly failed = new Map<number, string>()

  add(verdict: Verdict, wasOverwritten: boolean): void {
    this.counts.total += 1
    this.counts[verdict.kind] += 1
    if (wasOverwritten) this.counts.overwritten += 1
    if (verdict.kind === 'conflict' && verdict.mayOverwrite) this.counts.overwritable += 1
    if (verdict.kind === 'new' || verdict.kind === 'same') return
    const rowNumber = verdict.kind === 'error' ? verdict.rowNumber : verdict.row.rowNumber
    if (this.rows.length < mostReportedRows) this.rows.push({ rowNumber, kind: verdict.kind, messages: verdict.messages })
    if (!wasOverwritten) this.failed.set(rowNumber, verdict.messages.join('；'))
  }
}

export async function importQuestions(
  db: Db,
  plan: ImportPlan,
  file: { path: string; name: string },
  onProgress: (done: number) => void,
): Promise<ImportReport> {
  const report = new ImportReport()
  const seen = new SeenRows()
  const keys = await bankKeys(db, plan)
  let rows: ImportRow[] = []
  const take = async () => {
    await importPortion(db, plan, { rows, seen, keys, report })
    onProgress(report.counts.total)
    rows = []
  }
  for await (const row of readImportRows(file.path, file.name, plan.mapping)) {
    rows.push(row)
    if (rows.length === portion) await take()
  }
  if (rows.length > 0) await take()
  return report
}

async function importPortion(
  db: Db,
  plan: ImportPlan,
  { rows, seen, keys, report }: { rows: readonly ImportRow[]; seen: SeenRows; keys: BankKeys; report: ImportReport },
): Promise<void> {
  const pace = new Pace()
  const read: (ReadRow | Verdict)[] = []
  for (const row of rows) {
    await pace.breathe()
    const one = readRow(row, questionOfRow(row.cells, plan.defaults))
    read.push('kind' in one ? one : (seen.judge(one) ?? one))
  }
  const open = read.flatMap((one) => ('kind' in one ? [] : [one]))
  const known = await knownQuestions(db, { rows: open, keys })
  const verdicts = read.map((one) => ('kind' in one ? one : judgeAgainst(one, matchesOf(one, known))))
  const mayOverwrite = plan.conflicts === 'overwrite'
  const conflicts = verdicts.flatMap((one) => (one.kind === 'conflict' && one.mayOverwrite && mayOverwrite ? [one] : []))
  for (const verdict of verdicts) report.add(verdict, verdict.kind === 'conflict' && conflicts.includes(verdict))
  if (plan.isDry) return
  const fresh = verdicts.flatMap((one) => (one.kind === 'new' ? [one.row] : []))
  const points = await ensureKnowledgePoints(
    db,
    [...fresh, ...conflicts.map(({ row }) => row)].flatMap(({ question }) => question.knowledgePoints),
  )
  const textOf = (question: ImportedQuestion): QuestionText => ({
    ...question,
    bankId: plan.bankId,
    knowledgePointIds: [
      ...new Set([...plan.defaults.knowledgePointIds, ...question.knowledgePoints.flatMap((name) => points.get(name) ?? [])]),
    ],
  })
  const ids = orderedIds(fresh.length)
  const newQuestions = fresh.map(({ question, fingerprint }, index) => ({
    ...textOf(question),
    id: ids[index] ?? '',
    isReady: true,
    fingerprint,
  }))
  await insertQuestions(db, plan.requestedBy, newQuestions)
  await overwrite(db, plan, new Map(conflicts.map(({ existing, row }) => [existing.id, textOf(row.question)])))
}

type BankKeys = { byIdNumber: Map<string, string>; byWords: Map<string, string[]> }

async function bankKeys(db: Db, { bankId }: ImportPlan): Promise<BankKeys> {
  const keys: BankKeys = { byIdNumber: new Map(), byWords: new Map() }
  for (const { id, idNumber, fingerprint } of await selectBankKeys(db, bankId)) {
    if (idNumber !== null) keys.byIdNumber.set(idNumber, id)
    const alike = keys.byWords.get(fingerprint)
    if (alike) alike.push(id)
    else keys.byWords.set(fingerprint, [id])
  }
  return keys
}

type Known = { byIdNumber: Map<string, KnownQuestion>; byWords: Map<string, KnownQuestion[]> }

/** The questions of the bank that these rows may mean, with what they say. */
async function knownQuestions(db: Db, { rows, keys }: { rows: readonly ReadRow[]; keys: BankKeys }): Promise<Known> {
  const ids = rows.flatMap(({ question, fingerprint }) => [
    ...(question.idNumber === null ? [] : [keys.byIdNumber.get(question.idNumber) ?? []].flat()),
    ...(keys.byWords.get(fingerprint) ?? []),
  ])
  const known: Known = { byIdNumber: new Map(), byWords: new Map() }
  for (const row of await selectExisting(db, [...new Set(ids)])) {
    const { id, type, idNumber, fingerprint, difficulty, defaultScoreHundredths } = row
    const said = { content: questionContent.parse(row.content), rule: scoringRule.parse(row.rule) }
    const digest = questionDigest({ ...said, difficulty, defaultScoreHundredths })
    const one = { id, type, idNumber, words: sameWords(said.content), digest }
    if (idNumber !== null) known.byIdNumber.set(idNumber, one)
    known.byWords.set(fingerprint, [...(known.byWords.get(fingerprint) ?? []), one])
  }
  return known
}

function matchesOf({ question, fingerprint }: ReadRow, known: Known): KnownQuestion[] {
  const named = question.idNumber === null ? undefined : known.byIdNumber.get(question.idNumber)
  return [...(named ? [named] : []), ...(known.byWords.get(fingerprint) ?? [])]
}

/** A question that an exam uses keeps its version for that exam, so each is written by itself. */
async function overwrite(db: Db, plan: ImportPlan, texts: ReadonlyMap<string, QuestionText>): Promise<void> {
  if (texts.size === 0) return
  for (const question of await lockQuestions(db, [...texts.keys()])) {
    const text = texts.get(question.id)
    if (text) await changeQuestion(db, { question, text, isReady: true, changedBy: plan.requestedBy })
  }
}
