import { doneExcept } from '@kaopei/org/contract/left-out'
import type { Student, StudentCalls } from '@kaopei/org/parts'
import { listOf, type RowOf, useRunner } from '@kaopei/web'
import { examPeople } from '../../contract/exam-people.ts'

/** The candidates of a stored exam, for 学员管理: `stored={studentsOf(examId)}`, or `callsOf={studentsOf}` where the address names the exam. */
export function useExamStudents(): (examId: string) => StudentCalls {
  const { run } = useRunner()
  return (examinationId) => ({
    list: {
      key: `${candidates.key} ${examinationId}`,
      read: async (input, call) => {
        const { dataList, totalCount } = await candidates.read({ ...input, examinationId }, call)
        return { dataList: dataList.map(studentOf), totalCount }
      },
    },
    add: async (students) => {
      const staffIds = students.map(({ id }) => id)
      const outcome = await run(examPeople.add, { examinationId, staffIds }, { successText: '' })
      return outcome.ok ? outcome.data : undefined
    },
    remove: async (staffIds) =>
      (await run(examPeople.remove, { examinationId, staffIds: [...staffIds] }, { successText: doneExcept('') })).ok,
    rights: { add: examPeople.add, remove: examPeople.remove },
  })
}

const candidates = listOf(examPeople.list)

function studentOf({ staffId, ...row }: RowOf<typeof examPeople.list>): Student {
  return { id: staffId, ...row, stays: whyStays(row) }
}

/** Why this candidate cannot be removed, in words. */
export function whyStays({
  hasAttempt,
  groupNames,
}: Pick<RowOf<typeof examPeople.list>, 'hasAttempt' | 'groupNames'>): string | undefined {
  if (hasAttempt) return '已开始考试，不能移除'
  return groupNames.length > 0 ? '由实时用户组加入，请从用户组中移除或取消关联用户组' : undefined
}
