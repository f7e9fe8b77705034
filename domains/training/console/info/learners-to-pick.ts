import type { StaffPickRow } from '@kaopei/org/contract/staff'
import { type ListSource, listOf, type RowOf } from '@kaopei/web'
import { projectStaff } from '../../contract/staff.ts'

const people = listOf(projectStaff.list)

/** Of a project those for whom a task may be: who takes part, and of a make-up who has not completed what it makes up for. */
export function learnersToPick(projectId: string, owesTaskId: string | undefined): ListSource<StaffPickRow> {
  return {
    key: `${people.key} ${projectId} ${owesTaskId ?? ''}`,
    read: async (input, call) => {
      const asked = { ...input, projectId, ...(owesTaskId !== undefined && { owesTaskId }) }
      const { dataList, totalCount } = await people.read(asked, call)
      return { dataList: dataList.map(pickRowOf), totalCount }
    },
  }
}

function pickRowOf({ staffId, name, loginAccount, jobNumber, department, phone, email }: RowOf<typeof projectStaff.list>) {
  return {
    ...{ id: staffId, staffId, name, loginAccount, jobNumber, department, phone, email },
    ...{
      nameAccount: `${name}（${loginAccount}）`,
      departmentId: null,
      departmentPath: null,
      staffSource: 1 as const,
      selected: false,
    },
  }
}
