import { shownContacts } from '@kaopei/org/server'
import type { z } from 'zod'
import { teacherLevel, teacherOrigin, teacherState } from '../../contract/codes.ts'
import type { teacher } from '../../contract/teacher.ts'
import { overallOf } from '../rules/overall.ts'
import type { StoredTeacher } from './list.sql.ts'

type Shown = z.input<(typeof teacher)['get']['output']>

/** As people see them: contacts masked unless the caller reads them. */
export function shownTeacher(stored: StoredTeacher): Shown {
  const { isReadable, isEnabled, sheetCount, sumHundredths, ...row } = stored
  const { phone, email } = shownContacts({ loginAccount: '', phone: row.phone, email: row.email }, isReadable)
  const overall = overallOf([{ sheetCount, sumHundredths }])
  return {
    ...row,
    phone,
    email,
    levelName: teacherLevel.label(row.level),
    originName: teacherOrigin.label(row.origin),
    state: isEnabled ? teacherState.enabled : teacherState.disabled,
    rating: overall ? { mean: overall.meanHundredths / 100, count: overall.count } : null,
  }
}

/** For pickers on screens of other rooms: who it is, and nothing of how they did. */
export const pickedTeacher = (stored: StoredTeacher): Shown => ({
  ...shownTeacher(stored),
  phone: null,
  email: null,
  rating: null,
  taughtMinutes: 0,
  introduction: '',
})
