import { doneExcept } from '@kaopei/org/contract/left-out'
import type { Student, StudentCalls } from '@kaopei/org/parts'
import { listOf, type RowOf, useRunner } from '@kaopei/web'
import { practicePeople } from '../../contract/practice-people.ts'

/** The chosen people of a practice, for 学员管理. */
export function usePracticeStudents(): (practiceId: string) => StudentCalls {
  const { run } = useRunner()
  return (examinationId) => ({
    list: {
      key: `${people.key} ${examinationId}`,
      read: async (input, call) => {
        const { dataList, totalCount } = await people.read({ ...input, examinationId }, call)
        return { dataList: dataList.map(studentOf), totalCount }
      },
    },
    add: async (students) => {
      const staffIds = students.map(({ id }) => id)
      const outcome = await run(practicePeople.updateStaff, { examinationId, staffIds }, { successText: '' })
      return outcome.ok ? outcome.data : undefined
    },
    remove: async (staffIds) => {
      const input = { examinationId, staffIds: [...staffIds] }
      return (await run(practicePeople.deleteStaff, input, { successText: doneExcept('') })).ok
    },
    rights: { add: practicePeople.updateStaff, remove: practicePeople.deleteStaff },
  })
}

const people = listOf(practicePeople.staffList)

function studentOf({ staffId, isByTask, ...row }: RowOf<typeof practicePeople.staffList>): Student {
  return { id: staffId, ...row, stays: isByTask ? staysForTask : undefined }
}

export const staysForTask = '由课程或项目加入，请在那里调整'
