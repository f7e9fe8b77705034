import { addWrittenFile, dropWrittenFile, writeFile } from '@kaopei/files/server'
import { type CellInput, type RowsInput, type SheetSpec, type WorkbookSpec, writeXlsx } from '@kaopei/sheet'
import { keptUntil, RunLost, type Tracked } from './tracked-job.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const lookEvery = 200

/**
 * Streams a workbook into the store and finishes the job with it. The file has no row, and so cannot be seen, before it is whole; row and
 * end of the job come in one transaction. A run that was cancelled or replaced leaves nothing.
 */
export async function exportWorkbook(
  tracked: Tracked,
  { fileName, sheets, ...rest }: Omit<WorkbookSpec, 'sheets'> & { fileName: string; sheets: readonly SheetSpec[] },
): Promise<{ fileId: string; rowCount: number }> {
  const count = { rows: 0 }
  const body = writeXlsx({ ...rest, sheets: sheets.map((sheet) => ({ ...sheet, rows: counted(sheet.rows, tracked, count) })) })
  const written = await writeFile(tracked.services, {
    companyId: tracked.companyId,
    name: fileName,
    contentType: xlsxType,
    purpose: 'export',
    createdBy: tracked.requestedBy,
    expiresAt: keptUntil(),
    body,
  })
  try {
    await tracked.transaction(async (db) => {
      await addWrittenFile(db, written)
      const result = { rowCount: count.rows, sizeBytes: written.sizeBytes }
      await tracked.finish({ fileId: written.fileId, fileName: written.name, result }, db)
    })
  } catch (error) {
    await dropWrittenFile(tracked.services, written)
    throw error
  }
  return { fileId: written.fileId, rowCount: count.rows }
}

/** Rows as they pass by: counted for the progress, ended when nobody wants them any more. */
async function* counted(rows: RowsInput, tracked: Tracked, count: { rows: number }): AsyncGenerator<readonly CellInput[]> {
  for await (const row of rows) {
    if (++count.rows % lookEvery === 0) {
      if (tracked.isCancelled()) throw new RunLost('cancelled while exporting')
      if (tracked.isStopping()) throw new Error('the worker is stopping; the export begins again elsewhere')
      tracked.progress(count.rows)
    }
    yield row
  }
  tracked.progress(count.rows)
}
