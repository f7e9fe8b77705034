import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { attendanceState } from '../contract/codes.ts'

const attendanceRow = z.object({ taskId: id, staffId: id, state: attendanceState.schema })

/** Where these people stand on the lists of these sessions. */
export function selectAttendance(db: Db, taskIds: readonly string[], staffIds: readonly string[]) {
  return rowsOf(db, attendanceRow)`
    select a.task_id as "taskId", a.staff_id as "staffId", a.state
    from training.attendance a
    where a.company_id = ${db.companyId} and a.task_id = any(${taskIds}::uuid[]) and a.staff_id = any(${staffIds}::uuid[])`
}
