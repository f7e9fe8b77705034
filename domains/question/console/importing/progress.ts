import type { OutputOf } from '@kaopei/contract'
import type { ImportResult as DrawerResult, ImportCheckReport, ImportFollow } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { type ImportResult, questionImport } from '../../contract/question-import.ts'

const pollMs = 500
const failedName = '试题导入失败明细.xlsx'

/** Follows a check or an import to its end; `result` is null when it came to none. */
export async function endOf(
  jobId: string,
  { onProgress, signal }: ImportFollow,
): Promise<OutputOf<typeof questionImport.result>> {
  for (;;) {
    const now = await call(questionImport.result, { jobId }, { signal, silent: true })
    if (now.state >= 2) return now.state === 2 ? now : { ...now, result: null }
    if (now.totalCount) onProgress(Math.min(1, now.doneCount / now.totalCount))
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

export function reportOf(result: ImportResult, failedUrl: string | null): ImportCheckReport {
  const { total, new: fresh, same, conflict, error, overwritable, rows } = result
  return { total, new: fresh, same, conflict, error, overwritable, rows, failedUrl, errFileName: failedName }
}

/** Conflicts that were to be left alone are no failure. */
export function answerOf(result: ImportResult, conflicts: 'skip' | 'overwrite', failedUrl: string | null): DrawerResult {
  const successCount = result.isImported ? result.new + result.overwritten : 0
  const isRefused = conflicts === 'overwrite' && result.conflict > result.overwritten
  if (result.error === 0 && !isRefused) return { successCount }
  const lines = result.rows
    .filter(({ kind }) => kind === 'error' || isRefused)
    .slice(0, 20)
    .map(({ rowNumber, messages }) => `第 ${rowNumber} 行：${messages.join('；')}`)
  return { successCount, failedUrl, errFileName: failedName, errMessage: lines.join('\n') }
}

/** What was left as it is, for the end of an import without faults. */
export function leftText({ same, conflict, overwritten }: ImportResult): string {
  const parts = [
    ...(overwritten > 0 ? [`其中覆盖 ${overwritten} 道`] : []),
    ...(same > 0 ? [`题库中已有 ${same} 道，未重复导入`] : []),
    ...(conflict > overwritten ? [`跳过冲突 ${conflict - overwritten} 道`] : []),
  ]
  return parts.join('；')
}
