import type { Db } from '@kaopei/server'

/** Something of a room above in which an instructor is named. */
export interface InstructorUse {
  readonly instructorId: string
  /** What it is, in Chinese: 课程. */
  readonly kind: string
  readonly id: string
  readonly name: string
}

type Uses = (db: Db, instructorIds: readonly string[]) => Promise<readonly InstructorUse[]>

const registered: Uses[] = []

/** A room above says where instructors are named: the question before removing asks it. */
export function usersOfInstructors(uses: Uses): void {
  registered.push(uses)
}

export async function usesOf(db: Db, instructorIds: readonly string[]): Promise<InstructorUse[]> {
  const found: InstructorUse[] = []
  for (const uses of registered) found.push(...(await uses(db, instructorIds)))
  return found
}
