/** Check and import as background work: one transaction, so that a killed worker leaves nothing and the next run does everything. */
import { type FileToStore, storeFile, withLocalFile } from '@kaopei/files/server'
import { JobFailure, type Tracked, trackedJob } from '@kaopei/jobs/server'
import { type Db, databaseNow, refreshStatistics } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { z } from 'zod'
import { questionTypeSchema } from '../../contract/codes.ts'
import { type ImportMapping, type ImportResult, importMapping } from '../../contract/question-import.ts'
import { takeBankForImport } from '../banks/bank.sql.ts'
import { writeFailedRows } from './failures.ts'
import { countImportRows } from './file.ts'
import { type ImportPlan, type ImportReport, importQuestions } from './questions.ts'

const writtenTables = [
  'question.question',
  'question.question_version',
  'question.question_knowledge_point',
  'question.scoring_rule_version',
  'question.search_text',
] as const

const payload = z.object({
  mode: z.enum(['check', 'import']),
  fileId: z.string(),
  fileName: z.string(),
  bankId: z.string(),
  mapping: importMapping,
  // As the handler parsed them: the score is in hundredths already.
  defaults: z.object({
    type: questionTypeSchema.nullable(),
    difficulty: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    score: z.number().int(),
    knowledgePointIds: z.array(z.string()),
  }),
  conflicts: z.enum(['skip', 'overwrite']),
  isAllOrNothing: z.boolean(),
})
type Payload = z.output<typeof payload>

export const questionImportJob = trackedJob({
  kind: 'question.import',
  title: ({ mode, fileName }) => `${mode === 'check' ? '检查' : '导入'}试题：${fileName}`,
  payload,
  run,
})

/** Undoes what was written because a row is faulty and everything was wanted or nothing. */
class NothingImported extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('nothing imported')
    this.report = report
  }
}

type File = { path: string; name: string }

async function run(asked: Payload, tracked: Tracked): Promise<void> {
  const withFile = (work: (db: Db, file: File) => Promise<void>) =>
    tracked.transaction((db) => withLocalFile(db, tracked.services, asked.fileId, (path, { name }) => work(db, { path, name })))
  try {
    await withFile(async (db, file) => {
      const bank = await takeBankForImport(db, asked.bankId)
      if (!bank) throw new JobFailure('题库不存在或已被删除，请重新选择题库后导入')
      tracked.setTotal(await countImportRows(file.path, file.name, asked.mapping))
      const report = await importQuestions(db, planOf(asked, tracked), file, (done) => goOn(tracked, done))
      if (asked.mode === 'import' && asked.isAllOrNothing && report.counts.error > 0) throw new NothingImported(report)
      await finish(db, tracked, asked.mapping, { file, report, isImported: asked.mode === 'import' })
    })
    await tracked.transaction((db) => refreshStatistics(db, writtenTables))
  } catch (error) {
    if (!(error instanceof NothingImported)) throw error
    await withFile((db, file) => finish(db, tracked, asked.mapping, { file, report: error.report, isImported: false }))
  }
}

function planOf(asked: Payload, tracked: Tracked): ImportPlan {
  const { bankId, mapping, defaults, conflicts } = asked
  const { companyId, requestedBy } = tracked
  return { companyId, requestedBy, bankId, mapping, defaults, conflicts, isDry: asked.mode === 'check' }
}

function goOn(tracked: Tracked, done: number): void {
  tracked.progress(done)
  if (tracked.isCancelled()) throw new Error('the import was cancelled')
  if (tracked.isStopping()) throw new Error('the worker stops; the import is taken up again')
}

type Ending = { file: File; report: ImportReport }

/** Result, failure workbook and questions are there together or not at all. */
async function finish(
  db: Db,
  tracked: Tracked,
  mapping: ImportMapping,
  { file, report, isImported }: Ending & { isImported: boolean },
) {
  const { counts, rows } = report
  const hasFailed = report.failed.size > 0
  const failed = hasFailed
    ? await storeFile(db, tracked.services, await failedFile(tracked, mapping, { file, report }), tracked.fail)
    : undefined
  const failedFileId = failed?.fileId ?? null
  const result: ImportResult = { ...counts, rows, failedFileId, isImported }
  const fileName = `失败的行_${file.name.replace(/\.[^.]*$/, '')}.xlsx`
  await tracked.finish(
    { result, message: messageOf(result), ...(failedFileId !== null && { fileId: failedFileId, fileName }) },
    db,
  )
}

function messageOf({ isImported, ...counts }: ImportResult): string {
  const done = isImported ? `已导入 ${counts.new + counts.overwritten} 道` : `可导入 ${counts.new} 道`
  return `${done}，已存在 ${counts.same} 道，冲突 ${counts.conflict} 道，错误 ${counts.error} 行`
}

const keptDays = 7

async function failedFile(tracked: Tracked, mapping: ImportMapping, { file, report }: Ending): Promise<FileToStore> {
  return {
    companyId: tracked.companyId,
    name: '失败的行.xlsx',
    contentType: xlsxType,
    purpose: 'importFailure',
    createdBy: tracked.requestedBy,
    expiresAt: new Date(databaseNow().getTime() + keptDays * 86_400_000),
    body: await writeFailedRows(file, mapping, report.failed),
  }
}
