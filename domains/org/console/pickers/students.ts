import type { Endpoint } from '@kaopei/contract'
import type { ListSource } from '@kaopei/web'

/** A person of 学员管理. */
export interface Student {
  readonly id: string
  readonly loginAccount: string
  readonly name: string
  readonly department?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly email?: string | null | undefined
  /** Why this one cannot be removed. */
  readonly stays?: string | undefined
}

/** What came of adding students. */
export interface AddedStudents {
  readonly addedCount: number
  /** Were there already. */
  readonly repeatedCount: number
  /** Disabled or outside the caller's data scope. */
  readonly skippedCount: number
}

/** The calls of what the students belong to, for one that is stored already. */
export interface StudentCalls {
  /** Asked with `keyWords`, `pageIndex`, `pageSize`. */
  readonly list: ListSource<Student>
  /** Nothing when it was refused, which has been shown then. */
  readonly add: (students: readonly Student[]) => Promise<AddedStudents | undefined>
  /** False when it was refused. */
  readonly remove: (ids: readonly string[]) => Promise<boolean>
  /** The endpoints behind both: without the right to one its button says so. */
  readonly rights?: { readonly add: Endpoint; readonly remove: Endpoint }
  /** Why nobody can be added any more. */
  readonly isFull?: string | undefined
}

/** The stored exam that the address asks to update: `?type=exam&id=…&actionType=update`. */
export function updatedExam(params: URLSearchParams): string | undefined {
  const id = params.get('id')
  return params.get('type') === 'exam' && params.get('actionType') === 'update' && id ? id : undefined
}

/** Those who are not there yet, and how many were. */
export function withoutDoubles(
  wanted: readonly Student[],
  isThere: (id: string) => boolean,
): { readonly fresh: readonly Student[]; readonly doubles: number } {
  const fresh = [...new Map(wanted.map((student) => [student.id, student])).values()].filter(({ id }) => !isThere(id))
  return { fresh, doubles: wanted.length - fresh.length }
}

/** A list that is only in memory, answered as a server would: filtered by name or account, page by page. */
export function localList(students: readonly Student[]): ListSource<Student> {
  return {
    key: `students ${students.map(({ id }) => id).join()}`,
    read: async ({ keyWords, pageIndex, pageSize }) => {
      const word = typeof keyWords === 'string' ? keyWords.toLowerCase() : ''
      const found = students.filter(({ name, loginAccount }) => `${name}\n${loginAccount}`.toLowerCase().includes(word))
      const size = Number(pageSize)
      const first = (Number(pageIndex) - 1) * size
      return { dataList: found.slice(first, first + size), totalCount: found.length }
    },
  }
}
