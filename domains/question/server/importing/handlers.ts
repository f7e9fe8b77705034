import { protocolErrors } from '@kaopei/contract'
import { fileUrl, findOwnUpload, withLocalFile } from '@kaopei/files/server'
import { jobState } from '@kaopei/jobs/contract/download'
import { findOwnJob, startTrackedJob } from '@kaopei/jobs/server'
import { type Actor, type Db, type Fail, implement, ProtocolFailure, type Services } from '@kaopei/server'
import { SheetFailure, xlsxType } from '@kaopei/sheet'
import { questionImportErrors } from '../../contract/errors.ts'
import { type ImportDefaults, type ImportMapping, importResult, questionImport } from '../../contract/question-import.ts'
import { holdBank } from '../banks/bank.sql.ts'
import { knowledgeToWrite, refuseFaults } from '../question.service.ts'
import { isMappingComplete } from '../rules/recognise-header.ts'
import { failureTitle } from './failures.ts'
import { type Inspection, inspectFile } from './file.ts'
import { questionImportJob } from './job.ts'
import { templateName, templateVersion, writeTemplate } from './template.ts'

export const questionImportEndpoints = implement(questionImport, {
  template: async () => ({ fileName: templateName, contentType: xlsxType, body: writeTemplate() }),

  inspect: async ({ fileId }, context) => {
    const { fileName, ...seen } = await inspected(context, fileId)
    return { ...seen, fileName, isTemplate: isWholeTemplate(seen) }
  },

  check: async (input, context) => {
    const started = await startImport(input, context, { mode: 'check', conflicts: 'skip', isAllOrNothing: false })
    return { jobId: started.jobId }
  },

  run: async ({ conflicts, isAllOrNothing, ...source }, context) => {
    const started = await startImport(source, context, { mode: 'import', conflicts, isAllOrNothing })
    context.record({ targetId: started.jobId, targetName: started.fileName, after: { ...source, conflicts, isAllOrNothing } })
    return { jobId: started.jobId }
  },

  result: async ({ jobId }, { actor, db, fail, services }) => {
    const { companyId, staffId } = actor
    const row = await findOwnJob(db, { jobId, requestedBy: staffId, kind: questionImportJob.kind })
    if (!row) return fail(protocolErrors.notFound)
    const result = row.result === null ? null : importResult.parse(row.result)
    const failedFileId = result?.failedFileId
    const state = jobState.schema.parse(row.state)
    return { ...row, state, result, failedUrl: failedFileId ? fileUrl(services, { companyId, fileId: failedFileId }) : null }
  },
})

/** Every column names its meaning: nobody has to be asked. A workbook of failed rows is one, unless its columns were a stranger's. */
function isWholeTemplate({ templateVersion: version, header, mapping }: Inspection): boolean {
  const isNamed = header.every((title, index) => title === '' || title === failureTitle || mapping.columns[index] !== null)
  return version === templateVersion && isNamed && isMappingComplete(mapping)
}

/** What is wrong with the file itself is told at once; what is wrong with its rows by the job. */
async function inspected(
  { actor, db, fail, services }: Call<'unreadable'>,
  fileId: string,
): Promise<Inspection & { fileName: string }> {
  const own = await findOwnUpload(db, services, actor, { fileId }, ['questionImport'])
  if (own === undefined) throw new ProtocolFailure(protocolErrors.notFound, { text: '文件不存在或已过期，请重新上传' })
  try {
    return await withLocalFile(db, services, fileId, async (path, { name }) => ({
      ...(await inspectFile(path, name)),
      fileName: name,
    }))
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error
    return fail(questionImportErrors.unreadable, { text: error.message })
  }
}

type Source = { fileId: string; bankId: string; mapping?: ImportMapping | null | undefined; defaults: ImportDefaults }
type ImportError<Name extends keyof typeof questionImportErrors> = (typeof questionImportErrors)[Name]
type Call<Name extends keyof typeof questionImportErrors> = {
  actor: Actor
  db: Db
  services: Services
  fail: Fail<ImportError<Name>>
}
type Unstarted = 'unreadable' | 'wrongTemplate' | 'mappingIncomplete'
type Wish = { mode: 'check' | 'import'; conflicts: 'skip' | 'overwrite'; isAllOrNothing: boolean }

async function startImport({ fileId, bankId, defaults, ...given }: Source, call: Call<Unstarted>, wish: Wish) {
  const { actor, db, fail } = call
  const seen = await inspected(call, fileId)
  const version = seen.templateVersion
  if (version !== null && !version.startsWith('question/')) fail(questionImportErrors.wrongTemplate)
  const mapping = given.mapping ?? seen.mapping
  if (!isMappingComplete(mapping)) return fail(questionImportErrors.mappingIncomplete)
  const bank = await holdBank(db, bankId)
  if (!bank) refuseFaults([{ path: 'bankId', message: '题库不存在或已被删除' }])
  await knowledgeToWrite(db, { knowledgePointIds: defaults.knowledgePointIds, newKnowledgePoints: [] })
  const payload = { fileId, fileName: seen.fileName, bankId, mapping, defaults, ...wish }
  const conditions = { 文件: seen.fileName, 题库: bank?.name ?? '' }
  const { jobId } = await startTrackedJob(db, actor, questionImportJob, payload, { conditions })
  return { jobId, fileName: seen.fileName }
}
