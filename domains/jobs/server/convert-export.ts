import { withLocalFile } from '@kaopei/files/server'
import { type CellInput, type CellKind, readWorkbook } from '@kaopei/sheet'
import { z } from 'zod'
import { exportWorkbook } from './export-workbook.ts'
import { trackedJob } from './tracked-job.ts'

/** An export holds what its maker may write: its own rows and nothing of a stranger's, so the limits are those of a full sheet. */
const limits = {
  maxRows: 1_048_576,
  maxUnpackedBytes: 4 * 2 ** 30,
  maxSharedTexts: 20_000_000,
  maxSharedUnits: 2 ** 30,
  maxRatio: 10_000,
}

/**
 * A finished export once more, in another format or with fewer columns. It is made of the file that the person has already got, so it
 * holds what they were allowed to see then, whatever has become of their rights.
 */
export const convertExport = trackedJob({
  kind: 'jobs.convertExport',
  title: ({ title }) => title,
  payload: z.object({ title: z.string(), fileId: z.string(), fileName: z.string(), fields: z.array(z.string()) }),
  run: async ({ fileId, fileName, fields }, tracked) => {
    await tracked.transaction((db) =>
      withLocalFile(db, tracked.services, fileId, async (path) => {
        const isNumber = await numberColumns(path, fields)
        const columns = fields.map((title, index) => ({ title, kind: isNumber[index] ? ('number' as const) : ('text' as const) }))
        const name = fileName.replace(/\.\w+$/, '.xlsx')
        await exportWorkbook(tracked, { fileName: name, sheets: [{ name: '数据', columns, rows: rowsOf(path, fields) }] })
      }),
    )
  },
})

const looksAt = 200

/** Columns of numbers, as far as the first rows tell: they stay numbers. */
async function numberColumns(path: string, fields: readonly string[]): Promise<readonly boolean[]> {
  const seen = fields.map(() => ({ numbers: 0, others: 0 }))
  let count = 0
  for await (const row of rowsOf(path, fields)) {
    for (const [index, column] of seen.entries()) {
      if (typeof row[index] === 'number') column.numbers++
      else if (row[index] !== null) column.others++
    }
    if (++count >= looksAt) break
  }
  return seen.map(({ numbers, others }) => numbers > 0 && others === 0)
}

/** The rows below the head, whatever lines of instruction stand over it. */
async function* rowsOf(path: string, fields: readonly string[]): AsyncGenerator<readonly CellInput[]> {
  const places: number[] = []
  for await (const { cells } of readWorkbook(path, undefined, limits)) {
    if (places.length > 0) {
      yield places.map((place) => inputOf(cells[place]))
      continue
    }
    const titles = cells.map(({ text }) => text)
    const found = fields.map((field) => titles.indexOf(field))
    if (found.every((place) => place >= 0)) places.push(...found)
  }
}

function inputOf(cell: { text: string; kind: CellKind } | undefined): CellInput {
  if (!cell || cell.kind === 'empty') return null
  return cell.kind === 'number' && cell.text.length <= 15 ? Number(cell.text) : cell.text
}
