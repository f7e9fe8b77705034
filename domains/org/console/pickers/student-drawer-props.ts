import type { Student, StudentCalls } from './students.ts'

export interface StudentDrawerProps {
  readonly open: boolean
  readonly title?: string
  readonly onClose: () => void
  /** Those chosen so far. */
  readonly students: readonly Student[]
  readonly onChange: (students: readonly Student[]) => void
  /** The calls of a stored exam, for `?type=exam&id=…&actionType=update`. Must stay the same function. */
  readonly callsOf?: (examId: string) => StudentCalls
}
