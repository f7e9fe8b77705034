/** An offline session as organisers write it with its task. */
import { asChange, id, instant, instantInput, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'

const minutes = z.int('请填写整数分钟').min(0, '不能小于 0').max(1440, '最多 1440 分钟')

export const sessionFacts = z.object({
  place: requiredText(200, '地点'),
  beginTime: instantInput,
  endTime: instantInput,
  /** null: as many as take part. */
  places: z.int('名额应为整数').min(1, '名额至少为 1').max(100_000, '名额过大').nullable().default(null),
  /** An instructor of the company, whose time is booked; `lecturer` is then their name. */
  instructorId: id.nullable().default(null),
  lecturer: text(100, '讲师').default(''),
  /** Signing in is possible so many minutes before the beginning. */
  opensBeforeMinutes: minutes.default(30),
  /** So many minutes after the beginning one is late. */
  lateAfterMinutes: minutes.default(0),
})
export type SessionFacts = z.output<typeof sessionFacts>
/** Of a session that is there: what is left out stays as it is. */
export const sessionChange = z.object(asChange(sessionFacts.shape))
export type SessionChange = z.output<typeof sessionChange>

export const shownSession = z.object({
  place: z.string(),
  beginTime: instant,
  endTime: instant,
  places: z.int().nullable(),
  instructorId: id.nullable(),
  lecturer: z.string(),
  opensBeforeMinutes: z.int(),
  lateAfterMinutes: z.int(),
  /** When its list was closed. */
  heldTime: instant.nullable(),
})
export type ShownSession = z.output<typeof shownSession>
