import { protocolErrors } from '@kaopei/contract'
import { gender } from '@kaopei/org/contract/codes'
import { columnsOfPerson } from '@kaopei/org/contract/own-fields'
import { allowsNewPhoneRanges, completePerson } from '@kaopei/org/server'
import type { Db, Handlers } from '@kaopei/server'
import type { OwnInfo, ownInfo } from '../contract/own-info.ts'
import { examExists } from './known-exams.ts'
import { askedOf, shownInfo } from './own-info.service.ts'
import { findOwnPerson } from './own-info.sql.ts'
import { type CollectedValues, checkValues, problemsIn } from './rules/check-values.ts'
import { hasChanged } from './rules/has-changed.ts'
import { lockValues, saveCollected } from './value.sql.ts'

/** As the form holds them. */
function formOf({ dataList }: OwnInfo) {
  const values = Object.fromEntries(dataList.map(({ value, content }) => [value, content]))
  return { values, before: values }
}

export const ownInfoHandlers: Handlers<typeof ownInfo> = {
  getOwn: async ({ examId = null }, { actor: { staffId, impersonatorId }, db, fail }) => {
    const person = await findOwnPerson(db, staffId)
    const isKnown = examId === null || (await examExists(db, examId))
    if (!person || !isKnown) return fail(protocolErrors.notFound)
    return shownInfo(await askedOf(db, person, examId), impersonatorId === null)
  },

  saveOwn: async ({ examId = null, values: given, before = {} }, { actor, db, now, fail, record }) => {
    const { staffId } = actor
    const isKnown = examId === null || (await examExists(db, examId))
    await lockValues(db, staffId)
    const person = isKnown ? await findOwnPerson(db, staffId) : undefined
    if (!person) return fail(protocolErrors.notFound)
    const all = await askedOf(db, person, examId)
    const asked = all.filter(({ field, isFixed }) => !isFixed && field.id in given)
    const fieldsOf = (wanted: boolean) => asked.filter(({ isRequired }) => isRequired === wanted).map(({ field }) => field)
    const { values, problems } = checkValues({ required: fieldsOf(true), optional: fieldsOf(false) }, given, {
      allowsNewPhoneRanges: await allowsNewPhoneRanges(db),
    })
    if (problems.length > 0) return fail(protocolErrors.invalid, problemsIn(problems))
    const stored = Object.fromEntries(asked.flatMap(({ field, content }) => (content === undefined ? [] : [[field.id, content]])))
    const ids = asked.map(({ field }) => field.id)
    if (hasChanged({ stored, before, next: values }, ids))
      return fail(protocolErrors.changed, { data: formOf(shownInfo(all, true)) })
    await keep(db, { staffId, ids, values, isCandidate: person.staffSource === 2, now })
    record({ targetId: staffId, targetName: person.name, after: { fields: asked.map(({ field }) => field.name) } })
    const after = await findOwnPerson(db, staffId)
    return shownInfo(await askedOf(db, after ?? person, examId), true)
  },
}

interface Kept {
  readonly staffId: string
  readonly ids: readonly string[]
  readonly values: CollectedValues
  readonly isCandidate: boolean
  readonly now: Date
}

/** What has a column of the person's own goes there, everything else is kept here. */
async function keep(db: Db, { staffId, ids, values, isCandidate, now }: Kept): Promise<void> {
  const isColumn = (id: string) => isCandidate && columnsOfPerson.includes(id)
  const own = ids.filter((id) => !isColumn(id)).map((id) => [id, values[id] ?? null] as const)
  if (own.length > 0) await saveCollected(db, staffId, Object.fromEntries(own), now)
  if (!ids.some(isColumn)) return
  const text = (id: string) => (typeof values[id] === 'string' ? values[id] : undefined)
  const sex = gender.options.find(({ label }) => label === text('gender'))?.value
  await completePerson(db, { id: staffId, phone: text('phone'), email: text('email'), gender: sex }, now)
}
