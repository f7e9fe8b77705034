import { doneExcept } from '@kaopei/org/contract/left-out'
import type { Student, StudentCalls } from '@kaopei/org/parts'
import { listOf, type RowOf, useRunner } from '@kaopei/web'
import { projectStaff } from '../../contract/staff.ts'

/** Who takes part in a project, for 学员管理. */
export function useProjectStudents(): (projectId: string) => StudentCalls {
  const { run } = useRunner()
  return (projectId) => ({
    list: {
      key: `${people.key} ${projectId}`,
      read: async (input, call) => {
        const { dataList, totalCount } = await people.read({ ...input, projectId }, call)
        return { dataList: dataList.map(studentOf), totalCount }
      },
    },
    add: async (students) => {
      const staffIds = students.map(({ id }) => id)
      const outcome = await run(projectStaff.create, { projectId, staffIds }, { successText: '' })
      return outcome.ok ? outcome.data : undefined
    },
    remove: async (staffIds) => {
      const input = { projectId, staffIds: [...staffIds] }
      return (await run(projectStaff.remove, input, { successText: doneExcept('') })).ok
    },
    rights: { add: projectStaff.create, remove: projectStaff.remove },
  })
}

const people = listOf(projectStaff.list)

function studentOf({ staffId, isByAudience, ...row }: RowOf<typeof projectStaff.list>): Student {
  return { id: staffId, ...row, stays: isByAudience ? staysByAudience : undefined }
}

export const staysByAudience = '由实时部门或用户组加入，请调整部门、用户组，或取消关联'
