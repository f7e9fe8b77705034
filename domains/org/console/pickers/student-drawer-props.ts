import type { Student, StudentCalls } from './students.ts'

interface Shown {
  readonly open: boolean
  readonly title?: string
  readonly onClose: () => void
}

/** Those of something that is stored, opened from a row or a button: every change is stored at once. */
interface Stored extends Shown {
  readonly stored: StudentCalls
}

/** Those of something that is being made: the caller keeps the list, unless the address asks to update a stored exam. */
interface Local extends Shown {
  readonly stored?: undefined
  /** Those chosen so far. */
  readonly students: readonly Student[]
  readonly onChange: (students: readonly Student[]) => void
  /** The calls of a stored exam, for `?type=exam&id=…&actionType=update`. */
  readonly callsOf?: (examId: string) => StudentCalls
}

export type StudentDrawerProps = Stored | Local
