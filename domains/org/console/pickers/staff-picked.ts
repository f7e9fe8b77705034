import type { Picked } from '@kaopei/web'
import { z } from 'zod'
import { staffSelection } from '../../contract/selection.ts'
import type { StaffPickRow } from '../../contract/staff.ts'
import type { PickedStaff } from './picker-props.ts'

const pickedPerson = z.object({
  id: z.string(),
  name: z.string(),
  loginAccount: z.string(),
  departmentName: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
})

export function pickedStaff(row: StaffPickRow): Picked {
  const { id, name, loginAccount, department, phone, email } = row
  const data: PickedStaff = { id, name, loginAccount, departmentName: department, phone, email }
  return { kind: 'staff', id, name, detail: loginAccount, data }
}

/** The person behind a picked thing; none for things of other kinds. */
export function staffOf({ kind, id, name, detail, data }: Picked): PickedStaff[] {
  if (kind !== 'staff') return []
  const known = pickedPerson.safeParse(data)
  return [known.success ? known.data : { id, name, loginAccount: detail ?? '' }]
}

const filterChoice = staffSelection.shape.filters.unwrap().element
export type FilterChoice = z.input<typeof filterChoice>

/** "All that this filter finds, but these": the filter and the exceptions behind a picked thing. */
export function filterChoiceOf({ kind, data }: Picked): FilterChoice | undefined {
  const parsed = kind === 'staffFilter' ? filterChoice.safeParse(data) : undefined
  return parsed?.success ? parsed.data : undefined
}

/** What a picker of people answered, as endpoints with a `staffSelection` take it. Things of other kinds are left to the caller. */
export function staffSelectionOf(items: readonly Picked[]): {
  staffIds: string[]
  departmentIds: string[]
  filters: FilterChoice[]
} {
  return {
    staffIds: items.filter(({ kind }) => kind === 'staff').map(({ id }) => id),
    departmentIds: items.filter(({ kind }) => kind === 'department').map(({ id }) => id),
    filters: items.map(filterChoiceOf).filter((choice) => choice !== undefined),
  }
}
