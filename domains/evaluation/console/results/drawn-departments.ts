import { leastOfDepartment } from '../../contract/result.ts'

/** Departments of one chart: more bars are not told apart. */
const mostDrawn = 20

/** Those of whom figures are told, as many as one chart can show; the title says where there are more. */
export function drawnDepartments<Row extends { readonly n: number }>(rows: readonly Row[]) {
  const told = rows.filter(({ n }) => n >= leastOfDepartment)
  return {
    title: told.length > mostDrawn ? `前 ${mostDrawn} 个部门的均分，其余见下表` : '部门的均分',
    drawn: told.slice(0, mostDrawn),
  }
}
