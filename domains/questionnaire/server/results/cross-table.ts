import type { Db, Fail } from '@kaopei/server'
import type { Definition } from '../../contract/definition.ts'
import { resultErrors } from '../../contract/errors.ts'
import { fewest, type TableSide } from '../../contract/results.ts'
import { type AnsweredFilter, countSlot, crossCounts, maskOf, sizeOf, slotOf } from '../rules/counting.ts'
import { hideTable } from '../rules/hiding.ts'
import type { Layout, Slot } from '../rules/packing.ts'
import { departmentNames, type PackedGroup, sheetsOf } from './sheets.sql.ts'
import { mayShow } from './shown-sets.ts'

interface Read {
  readonly definition: Definition
  readonly layout: Layout
  readonly groups: readonly PackedGroup[]
}
interface Wish {
  readonly questionnaireId: string
  readonly rows: TableSide
  readonly columns: { readonly question: string; readonly row?: string | undefined }
  readonly filters: readonly AnsweredFilter[]
  readonly isAnonymous: boolean
}
type CrossFail = Fail<(typeof resultErrors)['notTable' | 'tooClose']>

export async function crossTableOf(db: Db, read: Read, wish: Wish, fail: CrossFail) {
  const columns = slotOf(read.layout, wish.columns.question, wish.columns.row)
  if (!columns || columns.keys.length === 0) return fail(resultErrors.notTable)
  if ('by' in wish.rows) return byDepartment(db, read, columns, wish.filters)
  const { question, row } = wish.rows
  const rows = slotOf(read.layout, question, row)
  if (!rows || rows.keys.length === 0) return fail(resultErrors.notTable)
  return wish.isAnonymous
    ? hiddenTable(db, read, { ...wish, rows, columns }, fail)
    : openTable(read, { rows, columns }, wish.filters)
}

const lastColumn = (table: readonly (readonly number[])[], column: number) =>
  table.reduce((sum, line) => sum + (line[column] ?? 0), 0)

async function byDepartment(db: Db, { definition, layout, groups }: Read, columns: Slot, filters: readonly AnsweredFilter[]) {
  const names = await departmentNames(
    db,
    groups.flatMap(({ departmentId }) => departmentId ?? []),
  )
  const lines = groups.map((group) => {
    const sheets = sheetsOf([group], layout.width)
    const mask = maskOf(sheets, layout, filters)
    const label = names.get(group.departmentId ?? '') ?? '（无部门）'
    return {
      key: group.departmentId ?? '',
      label,
      total: sizeOf(mask, sheets.count),
      counts: countSlot(sheets, columns, mask).counts,
    }
  })
  const counts = lines.map((line) => [...line.counts])
  return {
    total: lines.reduce((sum, { total }) => sum + total, 0),
    rows: lines.map(({ key, label, total }) => ({ key, label, total })),
    columns: sidesOf(definition, columns).map((side, place) => ({ ...side, total: lastColumn(counts, place) })),
    counts,
  }
}

function openTable(
  { definition, layout, groups }: Read,
  sides: { rows: Slot; columns: Slot },
  filters: readonly AnsweredFilter[],
) {
  const sheets = sheetsOf(groups, layout.width)
  const mask = maskOf(sheets, layout, filters)
  const [rowTotals, columnTotals] = [countSlot(sheets, sides.rows, mask).counts, countSlot(sheets, sides.columns, mask).counts]
  return {
    total: sizeOf(mask, sheets.count),
    rows: sidesOf(definition, sides.rows).map((side, place) => ({ ...side, total: rowTotals[place] ?? 0 })),
    columns: sidesOf(definition, sides.columns).map((side, place) => ({ ...side, total: columnTotals[place] ?? 0 })),
    counts: crossCounts(sheets, sides, mask),
  }
}

/** Each row is a set of sheets that is shown; rows too near to what was shown before are hidden as a whole. */
async function hiddenTable(
  db: Db,
  { definition, layout, groups }: Read,
  { questionnaireId, rows, columns, filters }: Omit<Wish, 'rows' | 'columns'> & { rows: Slot; columns: Slot },
  fail: CrossFail,
) {
  const sheets = sheetsOf(groups, layout.width)
  const lines = rows.keys.map((key) => [...filters, { question: rows.element, row: rows.row, options: [key] }])
  const [base, ...shownRows] = await mayShow(db, { questionnaireId, layout, sheets, groups }, [filters, ...lines])
  if (!base) return fail(resultErrors.tooClose)
  const mask = maskOf(sheets, layout, filters)
  const total = sizeOf(mask, sheets.count)
  const [rowCounts, columnCounts] = [countSlot(sheets, rows, mask), countSlot(sheets, columns, mask)]
  const table = withRest(crossCounts(sheets, { rows, columns }, mask), {
    total,
    rowTotals: rowCounts.counts,
    columnTotals: columnCounts.counts,
  })
  const baseSlot = base.beside?.of(columns)
  const besideRows = shownRows.map((row) => row && { columns: row.beside?.of(columns) })
  // Behind the last row stands who is in none, and behind the last column who answered nothing.
  const mayShowCell = (row: number, column: number) =>
    row === rows.keys.length
      ? baseSlot?.mayShowKeys([column]) !== false
      : besideRows[row] !== undefined && besideRows[row].columns?.mayShowKeys([column]) !== false
  const shown = hideTable(table, mayShowCell)
  const shownTotal = (count: number, isShown: boolean) => (isShown && count >= fewest ? count : null)
  const isWholeColumn = (column: number) => shown.slice(0, -1).every((line) => line[column] !== null)
  return {
    total,
    rows: sidesOf(definition, rows).map((side, place) => ({
      ...side,
      total: shownTotal(rowCounts.counts[place] ?? 0, shownRows[place] !== undefined),
    })),
    columns: sidesOf(definition, columns).map((side, place) => ({
      ...side,
      total: shownTotal(columnCounts.counts[place] ?? 0, isWholeColumn(place)),
    })),
    counts: shown.slice(0, -1).map((line) => line.slice(0, -1)),
  }
}

/** With a last line and column of those who answered one of the two questions not: they too follow from the sums. */
function withRest(
  table: readonly (readonly number[])[],
  { total, rowTotals, columnTotals }: { total: number; rowTotals: readonly number[]; columnTotals: readonly number[] },
): number[][] {
  const whole = table.map((line, place) => [
    ...line,
    Math.max(0, (rowTotals[place] ?? 0) - line.reduce((sum, one) => sum + one, 0)),
  ])
  const rest = columnTotals.map((count, column) => Math.max(0, count - lastColumn(table, column)))
  const known = whole.reduce((sum, line) => sum + line.reduce((part, one) => part + one, 0), 0)
  return [...whole, [...rest, Math.max(0, total - known - rest.reduce((sum, one) => sum + one, 0))]]
}

function sidesOf({ pages }: Definition, { element: elementId, keys }: Slot): { key: string; label: string }[] {
  const element = pages.flatMap(({ elements }) => elements).find(({ id }) => id === elementId)
  const parts = element && 'options' in element ? element.options : element && 'columns' in element ? element.columns : []
  return keys.map((key) => ({ key, label: parts.find(({ id }) => id === key)?.text ?? key }))
}
