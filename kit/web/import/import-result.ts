import { isRecord } from '../client/api-error.ts'

/** What an import call answers. The field names are the specification's. */
export interface ImportResult {
  readonly successCount?: number | null
  readonly list?: readonly unknown[] | null
  readonly outerStaffIds?: string | null
  readonly failedUrl?: string | null
  readonly errorUrl?: string | null
  readonly errFileName?: string | null
  readonly errMessage?: string | null
  readonly formatErrorMessage?: string | null
}

/** The whole file could not be checked or imported, and why. */
export interface ImportRefusal {
  readonly errMessage: string
}

/** What an import would do; the four kinds add up to `total`. */
export interface ImportCheckReport {
  readonly total: number
  readonly new: number
  readonly same: number
  readonly conflict: number
  readonly error: number
  /** Of the conflicts, those that may be overwritten; all of them when absent. */
  readonly overwritable?: number
  /** Faults and conflicts by the file's own row numbers; when there are very many, the first of them. */
  readonly rows: readonly ImportRowReport[]
  /** The workbook of all rows with faults, to be repaired and imported again. */
  readonly failedUrl?: string | null
  readonly errFileName?: string
}

export interface ImportRowReport {
  readonly rowNumber: number
  readonly kind: 'conflict' | 'error'
  readonly messages: readonly string[]
}

export type ImportOutcome =
  | { readonly kind: 'success'; readonly count: number; readonly result: ImportResult }
  | {
      readonly kind: 'checkFailed'
      readonly title: '检查失败' | '检查不通过'
      readonly count: number
      /** With those that went in all the same. */
      readonly result?: ImportResult
      readonly message?: string
      readonly url?: string
      readonly fileName: string
    }
  | { readonly kind: 'uploadFailed'; readonly message: string }

export const wrongTemplate = '无效的用户导入模板。'

/** Failure rows or an error message mean a failed check, even when some rows went in; an answer without anything is a wrong template. */
export function importOutcome(answer: unknown): ImportOutcome {
  if (!isRecord(answer)) return { kind: 'checkFailed', title: '检查失败', count: 0, message: wrongTemplate, fileName: '' }
  const result: ImportResult = answer
  const count = result.successCount ?? result.list?.length ?? 0
  const url = result.failedUrl || result.errorUrl
  const message = result.errMessage || result.formatErrorMessage
  if (url || message) {
    return {
      kind: 'checkFailed',
      title: url ? '检查不通过' : '检查失败',
      count,
      result,
      ...(message && { message }),
      ...(url && { url }),
      fileName: result.errFileName || '导入失败明细.xlsx',
    }
  }
  return { kind: 'success', count, result }
}
